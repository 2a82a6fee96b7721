import { ServiceError } from '@/lib/errors'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { type BadgeImage, deleteBadgeImages } from '@/lib/store/files/badge-images'
import { cleanEventTitle } from './set-badge-image'

/**
 * Removes the images of an event: its badges are then served without a picture. Badges that were served before stay
 * valid, and stay known by their fingerprints.
 * @param mediaType only this one, or null for all
 * @throws ServiceError `not_found`
 */
export async function removeBadgeImage(
  slug: string,
  eventTitle: string,
  mediaType: BadgeImage['mediaType'] | null,
): Promise<BadgeImage[]> {
  const issuer = await getIssuer(slug)
  const removed = await deleteBadgeImages(issuer.id, cleanEventTitle(eventTitle), mediaType)
  if (removed.length === 0) throw new ServiceError('not_found', 'This event has no such badge image.')
  return removed
}
