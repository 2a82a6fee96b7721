import { type BadgeImage, listStoredBadgeImages } from '@/lib/store/badge-images'
import { getIssuer } from './get-issuer'

/**
 * The images of an issuer's events.
 * @throws ServiceError `not_found`
 */
export async function listBadgeImages(slug: string): Promise<BadgeImage[]> {
  return listStoredBadgeImages((await getIssuer(slug)).id)
}
