import type { BadgeErrorCode } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { decodeUtf8 } from '@/lib/domain/badge/read/decode-utf8'
import { unbakePng } from './unbake-png'
import type { UnbakeResult } from './unbake-result'
import { unbakeSvg } from './unbake-svg'

/** The longest credential, in bytes of UTF-8, wherever it comes from. */
const MAX_CREDENTIAL_BYTES = 256 * 1024
/** The largest picture that a badge may be baked into, in bytes. */
export const MAX_PICTURE_BYTES = 1024 * 1024

/** Pictures and documents that hold no badge, by how they begin. */
const OTHER_FORMATS: readonly (readonly [string, string])[] = [
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['RIFF', 'a WebP picture'],
  ['%PDF', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive'],
]

/**
 * Gets the text of the credential out of whatever was handed in: JSON or a compact JWS as it is, or a PNG or an SVG
 * that one is baked into (OB 3.0 section 5.3). The bytes decide what it is, never a media type or a file's name.
 * @param bytes the whole input
 */
export function unbakeBadge(bytes: Uint8Array): UnbakeResult {
  const kind = kindOf(bytes)
  const limit = kind === 'text' ? MAX_CREDENTIAL_BYTES : MAX_PICTURE_BYTES
  if (bytes.length > limit) return refused('too_large', `${bytes.length} bytes; ${limit} are allowed`)
  const unbaked = kind === 'png' ? unbakePng(bytes) : kind === 'svg' ? unbakeSvg(bytes) : unbakeText(bytes)
  if (unbaked.kind === 'unbaked' && Buffer.byteLength(unbaked.text, 'utf8') > MAX_CREDENTIAL_BYTES) {
    return refused('too_large', `the credential in the picture; ${MAX_CREDENTIAL_BYTES} bytes are allowed`)
  }
  return unbaked
}

function kindOf(bytes: Uint8Array): 'png' | 'svg' | 'text' {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  // Also with its first byte missing, or replaced by those that read it as text: a broken PNG, not a broken JSON.
  if (/^(\xEF\xBF\xBD|[^])?PNG/.test(start)) return 'png'
  return /^(\xEF\xBB\xBF)?\s*</.test(start) ? 'svg' : 'text'
}

function unbakeText(bytes: Uint8Array): UnbakeResult {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  const other = OTHER_FORMATS.find(([magic]) => start.startsWith(magic))
  if (other) return refused('no_credential', `this is ${other[1]}`)
  const text = decodeUtf8(bytes)
  if (text === null) return refused('malformed_json', 'the text is not UTF-8')
  return { kind: 'unbaked', text, container: 'none' }
}

function refused(code: BadgeErrorCode, detail: string): UnbakeResult {
  return { kind: 'refused', check: code === 'too_large' ? 'size' : 'unbake', finding: makeFinding(code, '$', detail) }
}
