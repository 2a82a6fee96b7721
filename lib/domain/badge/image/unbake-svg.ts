import type { BadgeErrorCode } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { decodeUtf8 } from '@/lib/domain/badge/read/decode-utf8'
import { readSvgCredentials } from './svg-credentials'
import type { UnbakeResult } from './unbake-result'
import { XmlError } from './xml-error'

/**
 * The credential that is baked into an SVG: the attribute `verify` or the content of its one `openbadges:credential`
 * element (OB 3.0 section 5.3.2), or of the `openbadges:assertion` of older badges. No entity is ever expanded.
 * @param bytes the whole file, bounded by the caller
 */
export function unbakeSvg(bytes: Uint8Array): UnbakeResult {
  const svg = decodeUtf8(bytes)?.replace(/^\uFEFF/, '')
  if (svg === undefined) return refused('no_credential', 'the SVG is not UTF-8')
  try {
    const { credentials } = readSvgCredentials(svg)
    const texts = credentials.flatMap(({ verify, content }) => [verify?.trim() ?? '', content.trim()]).filter(Boolean)
    const [text] = texts
    if (text === undefined) return refused('no_credential')
    if (texts.length > 1 || credentials.length > 1) return refused('multiple_credentials')
    return { kind: 'unbaked', text, container: 'svg' }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return refused(error.usesEntities ? 'svg_entities' : 'no_credential', error.message)
  }
}

function refused(code: BadgeErrorCode, detail: string | null = null): UnbakeResult {
  return { kind: 'refused', check: 'unbake', finding: makeFinding(code, '$', detail) }
}
