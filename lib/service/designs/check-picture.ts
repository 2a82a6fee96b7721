import type { StoredPicture } from '@/lib/contract/design/design'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { checkSvgImage } from '@/lib/domain/badge-image/check-svg-image'
import { fileText } from '@/lib/domain/certificate/file-kind'
import { decodePicture } from '@/lib/render/untrusted/decode-picture'
import { refuseDesign } from './design-refusals'

/** What a picture may be handed in with, in bytes: as a telephone takes a photograph. */
export const PICTURE_BYTES = 8 * 1024 * 1024
/** The same of a vector graphic, of which nothing is left out. */
const GRAPHIC_BYTES = 1024 * 1024
/** What it may have once it is written anew: every certificate carries it. */
const STORED_BYTES = 100 * 1024

/** Squares of this many pixels are the most that is decoded (design-picture-child.mjs): of any picture, and of a photograph. */
const [SIDE, SIDE_OF_PHOTOGRAPHS] = [4096, 8192]

/** What a vector graphic of a badge may have and one on a page may not: letters, which would be read as the page's, and effects. */
const NOT_ON_A_PAGE = /<(text|tspan|textPath|filter|mask|pattern|style)[\s>/]/

/** A picture that may stand on a certificate. */
export interface CheckedPicture extends StoredPicture {
  bytes: Uint8Array
}

/**
 * Takes a picture of a stranger apart and writes it anew (docs/decisions/0024): PNG and JPEG by a process of its own, an
 * SVG by the strict reader of badges. A picture with a code of its own is refused: it could lead to another place than the
 * certificate's.
 * @param what it is, for the sentence that refuses it
 * @param options.isWhite whether the paper is that it stands on: a logo in white is seen on dark paper alone
 * @throws ServiceError `malformed`
 */
export async function checkPicture(what: string, bytes: Uint8Array, { isWhite = true } = {}): Promise<CheckedPicture> {
  if (bytes.length > PICTURE_BYTES) throw refuseDesign('designs.refused.large', { what })
  const isSvg = fileText(bytes)?.trimStart().startsWith('<') === true
  if (isSvg && bytes.length > GRAPHIC_BYTES) throw tooHeavy(what, bytes)
  const drawn = isSvg ? writtenSvg(what, bytes) : bytes
  const decoded = await decodePicture(drawn)
  if (!decoded || (decoded.format === 'svg') !== isSvg)
    throw refuseDesign('designs.refused.undecodable', { what, most: SIDE, photo: SIDE_OF_PHOTOGRAPHS })
  if (decoded.blank === 'everywhere' || (decoded.blank === 'on_white' && isWhite))
    throw refuseDesign('designs.refused.blank', { what })
  if (decoded.codes.length > 0) throw refuseDesign('designs.refused.code', { what })
  const picture = isSvg ? drawn : decoded.bytes
  if (picture.length > STORED_BYTES) throw tooHeavy(what, picture)
  const mediaType = isSvg ? 'image/svg+xml' : decoded.format === 'png' ? 'image/png' : 'image/jpeg'
  return { bytes: picture, sha256: sha256Hex(picture), mediaType }
}

const tooHeavy = (what: string, { length }: Uint8Array) =>
  refuseDesign('designs.refused.heavy', { what, size: Math.ceil(length / 1024), most: STORED_BYTES / 1024 })

function writtenSvg(what: string, bytes: Uint8Array): Uint8Array {
  const checked = checkSvgImage(bytes)
  if (!checked.ok) throw refuseDesign('designs.refused.svg', { what, why: checked.reason })
  const [, element] = NOT_ON_A_PAGE.exec(checked.picture) ?? []
  if (element !== undefined) throw refuseDesign('designs.refused.element', { what, element })
  return Buffer.from(checked.picture, 'utf8')
}
