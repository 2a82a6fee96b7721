import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { checkPngImage } from '@/lib/domain/badge-image/check-png-image'
import { checkSvgImage } from '@/lib/domain/badge-image/check-svg-image'
import { BADGE_IMAGE_BYTES } from '@/lib/domain/badge-image/image-check'
import { PNG_SIGNATURE } from '@/lib/domain/badge/image/png-chunks'
import { fileText } from '@/lib/domain/certificate/file-kind'
import { cleanText } from '@/lib/domain/text/clean-text'
import { ServiceError } from '@/lib/errors'
import { reEncodePng } from '@/lib/render/untrusted/decode-picture'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { type BadgeImage, countCertificatesOfEvent, storeBadgeImage } from '@/lib/store/files/badge-images'
import { fileStore } from '@/lib/store/files/file-store'

/** The result of setting an image: the image, and the number of certificates that it is for as of now. */
interface SetBadgeImage {
  image: BadgeImage
  certificates: number
}

/**
 * Sets the image that badges of an issuer's event are baked into, for certificates issued before too (spec
 * part 5; docs/decisions/0024). An image of each kind may be set; one of the same kind is replaced. What is stored is a
 * picture of our own writing, never the file that was handed in.
 * @param slug of the issuer
 * @param eventTitle exactly as certificates have it
 * @throws ServiceError `not_found`; `malformed` with a plain sentence why the image is refused; `unavailable`
 */
export async function setBadgeImage(slug: string, eventTitle: string, bytes: Uint8Array): Promise<SetBadgeImage> {
  const issuer = await getIssuer(slug)
  const title = cleanEventTitle(eventTitle)
  const { mediaType, picture } = await checkedPicture(bytes)
  const sha256 = sha256Hex(picture)
  const image: BadgeImage = { eventTitle: title, mediaType, sha256, size: picture.length }
  await fileStore().put(sha256, picture)
  await storeBadgeImage(issuer.id, image)
  return { image, certificates: await countCertificatesOfEvent(issuer.id, title) }
}

/**
 * An event's title as certificates have it.
 * @throws ServiceError `malformed`
 */
export function cleanEventTitle(eventTitle: string): string {
  const cleaned = cleanText(eventTitle, { field: 'The event title', maxLength: 300, required: true })
  if (!cleaned.ok) throw new ServiceError('malformed', cleaned.reason)
  return cleaned.text
}

async function checkedPicture(bytes: Uint8Array): Promise<{ mediaType: BadgeImage['mediaType']; picture: Uint8Array }> {
  const isPng = PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)
  if (!isPng && !fileText(bytes)?.trimStart().startsWith('<'))
    throw new ServiceError('malformed', 'The image must be a PNG or SVG.')
  return isPng
    ? { mediaType: 'image/png', picture: await checkedPng(bytes) }
    : { mediaType: 'image/svg+xml', picture: checkedSvg(bytes) }
}

async function checkedPng(bytes: Uint8Array): Promise<Uint8Array> {
  const checked = checkPngImage(bytes)
  if (!checked.ok) throw new ServiceError('malformed', checked.reason)
  const picture = await reEncodePng(bytes)
  if (!picture) throw new ServiceError('malformed', 'The PNG cannot be decoded: its picture is damaged.')
  if (picture.length > BADGE_IMAGE_BYTES)
    throw new ServiceError('malformed', 'The image is larger than 1 MiB once it is written again. Make it smaller.')
  return picture
}

function checkedSvg(bytes: Uint8Array): Uint8Array {
  const checked = checkSvgImage(bytes)
  if (!checked.ok) throw new ServiceError('malformed', checked.reason)
  return Buffer.from(checked.picture, 'utf8')
}
