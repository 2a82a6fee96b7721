import type { BadgeErrorCode } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { decodeUtf8 } from '@/lib/domain/badge/read/decode-utf8'
import { readPngChunks } from './png-chunks'
import { findBadgeTexts } from './png-text'
import type { UnbakeResult } from './unbake-result'

/**
 * The credential that is baked into a PNG: the one iTXt chunk with the keyword of badges, uncompressed (OB 3.0 section
 * 5.3.1). Under the keyword of older badges, the content decides what it is.
 * @param bytes the whole file, bounded by the caller
 */
export function unbakePng(bytes: Uint8Array): UnbakeResult {
  const read = readPngChunks(bytes)
  if (read.kind === 'refused') return { kind: 'refused', check: 'unbake', finding: read.finding }
  const [text, second] = findBadgeTexts(read.chunks)
  if (text === undefined) return refused('no_credential')
  if (second) return refused('multiple_credentials', `the chunks ${text.type} and ${second.type} both hold a badge`)
  // Compressed text could be a bomb, and OB 3.0 forbids it.
  if (text.isCompressed) return refused('png_compressed')
  if (text.type !== 'iTXt') return refused('no_credential', `a ${text.type} chunk holds it, which must be iTXt`)
  const decoded = text.data === null ? null : decodeUtf8(text.data)
  if (decoded === null) return refused('no_credential', 'the iTXt chunk is not laid out as iTXt in UTF-8')
  return { kind: 'unbaked', text: decoded, container: 'png' }
}

function refused(code: BadgeErrorCode, detail: string | null = null): UnbakeResult {
  return { kind: 'refused', check: 'unbake', finding: makeFinding(code, '$', detail) }
}
