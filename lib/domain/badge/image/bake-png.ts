import { crc32 } from 'node:zlib'
import { PNG_SIGNATURE, readPngChunks } from './png-chunks'
import { findBadgeTexts, OPEN_BADGES_3_KEYWORD } from './png-text'

/**
 * Bakes a credential into a PNG: an uncompressed iTXt chunk with the keyword `openbadgecredential`, right after IHDR so
 * that it stands before the picture (OB 3.0 section 5.3.1). Every byte of the picture stays as it is.
 * @param png a whole PNG without a badge
 * @param credential the signed credential: the JSON text or the compact JWS, baked as it is
 * @returns the baked PNG
 * @throws TypeError when the PNG is broken or holds a badge already
 */
export function bakePng(png: Uint8Array, credential: string): Uint8Array<ArrayBuffer> {
  const read = readPngChunks(png)
  if (read.kind === 'refused') throw new TypeError(`not a whole PNG: ${read.finding.code}`)
  if (findBadgeTexts(read.chunks).length > 0) throw new TypeError('the PNG holds a badge already')
  const afterHeader = read.chunks[0]?.end ?? PNG_SIGNATURE.length
  return Uint8Array.from(
    Buffer.concat([png.subarray(0, afterHeader), credentialChunk(credential), png.subarray(afterHeader)]),
  )
}

function credentialChunk(credential: string): Buffer {
  // Keyword, its end, not compressed, method, no language, no translated keyword.
  const head = Buffer.from(`${OPEN_BADGES_3_KEYWORD}\0\0\0\0\0`, 'latin1')
  const typeAndData = Buffer.concat([Buffer.from('iTXt', 'latin1'), head, Buffer.from(credential, 'utf8')])
  const frame = Buffer.alloc(typeAndData.length + 8)
  frame.writeUInt32BE(typeAndData.length - 4, 0)
  typeAndData.copy(frame, 4)
  frame.writeUInt32BE(crc32(typeAndData), frame.length - 4)
  return frame
}
