import type { BadgeErrorCode } from '@/lib/domain/badge/finding'
import { readPngChunks } from '@/lib/domain/badge/image/png-chunks'
import { findBadgeTexts } from '@/lib/domain/badge/image/png-text'
import { BADGE_IMAGE_BYTES, type ImageCheck, LARGEST_SIDE, refuseImage, SMALLEST_SIDE } from './image-check'

const BROKEN: Partial<Record<BadgeErrorCode, string>> = {
  png_signature: 'The file is not a PNG.',
  png_truncated: 'The PNG is cut off.',
}
const ANIMATION = 'acTL'

/**
 * Checks a PNG that badges are to be baked into, as far as is possible without decoding the picture.
 * @param bytes the whole file
 */
export function checkPngImage(bytes: Uint8Array): ImageCheck<{ width: number; height: number }> {
  if (bytes.length > BADGE_IMAGE_BYTES) return refuseImage('The image is larger than 1 MiB.')
  const read = readPngChunks(bytes)
  if (read.kind === 'refused') {
    const { code, detail } = read.finding
    return refuseImage(BROKEN[code] ?? `The PNG is damaged${detail === null ? '' : `: ${detail}`}.`)
  }
  const { chunks } = read
  const header = chunks[0]?.data
  if (!header || chunks.filter(({ type }) => type === 'IHDR').length !== 1)
    return refuseImage('The PNG is damaged: it has more than one header.')
  if (!chunks.some(({ type }) => type === 'IDAT')) return refuseImage('The PNG holds no picture.')
  if (chunks.some(({ type }) => type === ANIMATION)) return refuseImage('The PNG is animated; a badge stands still.')
  if (findBadgeTexts(chunks).length > 0)
    return refuseImage('The PNG is a badge already: it holds somebody’s credential. Use the picture as it was before.')
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  if (Math.min(width, height) < SMALLEST_SIDE || Math.max(width, height) > LARGEST_SIDE) {
    return refuseImage(
      `The picture has ${width} by ${height} pixels; each side must have from ${SMALLEST_SIDE} to ${LARGEST_SIDE}.`,
    )
  }
  return { ok: true, picture: { width, height } }
}
