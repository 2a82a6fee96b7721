import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { type BadgeImage, listStoredBadgeImages } from '@/lib/store/files/badge-images'

/**
 * The images of an issuer's events.
 * @throws ServiceError `not_found`
 */
export async function listBadgeImages(slug: string): Promise<BadgeImage[]> {
  return listStoredBadgeImages((await getIssuer(slug)).id)
}
