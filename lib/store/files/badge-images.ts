import { undetermined } from '@/lib/errors'
import { transaction, workingPool } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { findSealed, insertSealed, isSealed, readRows } from '@/lib/store/keys/sealed-rows'

type BadgeImageType = 'image/png' | 'image/svg+xml'

/** The image that badges of an event are baked into. */
export interface BadgeImage {
  eventTitle: string
  mediaType: BadgeImageType
  sha256: string
  /** Bytes. */
  size: number
}

/**
 * The images of one event, at most one a media type.
 * @throws ServiceError `unavailable` when a row fails its check
 */
export async function findBadgeImages(issuerId: string, eventTitle: string): Promise<BadgeImage[]> {
  const ofEvent = 'issuer_id = $1 AND event_title = $2 ORDER BY media_type'
  const rows = await readOnServingPool((pool) => readRows(pool, 'badge_images', ofEvent, [issuerId, eventTitle]))
  if (!rows.every((row) => isSealed('badge_images', row)))
    throw undetermined('the row of a badge image fails its check')
  return rows.map(shown)
}

/** Every image of an issuer. */
export async function listStoredBadgeImages(issuerId: string): Promise<BadgeImage[]> {
  const ofIssuer = 'issuer_id = $1 ORDER BY event_title, media_type'
  return (await findSealed(workingPool(), 'badge_images', ofIssuer, [issuerId])).map(shown)
}

function shown({ eventTitle, mediaType, sha256, size }: Omit<BadgeImage, 'mediaType'> & { mediaType: string }) {
  return { eventTitle, mediaType: mediaType as BadgeImageType, sha256, size }
}

/** Sets the image of an event, in place of an earlier one of its type. */
export async function storeBadgeImage(issuerId: string, image: BadgeImage): Promise<void> {
  await transaction(async (tx) => {
    await tx.query('DELETE FROM badge_images WHERE issuer_id = $1 AND event_title = $2 AND media_type = $3', [
      issuerId,
      image.eventTitle,
      image.mediaType,
    ])
    await insertSealed(tx, 'badge_images', [{ issuerId, ...image }])
  })
}

/**
 * Takes an event's images away; the bytes stay, as badges that were given out hold them.
 * @param mediaType only this one, or null for all
 * @returns those that there were
 */
export async function deleteBadgeImages(
  issuerId: string,
  eventTitle: string,
  mediaType: BadgeImageType | null,
): Promise<BadgeImage[]> {
  const { rows } = await workingPool().query<BadgeImage>(
    `DELETE FROM badge_images WHERE issuer_id = $1 AND event_title = $2 AND ($3::text IS NULL OR media_type = $3)
     RETURNING event_title AS "eventTitle", media_type AS "mediaType", sha256, size`,
    [issuerId, eventTitle, mediaType],
  )
  return rows
}

/** How many certificates of an issuer have this event title. */
export async function countCertificatesOfEvent(issuerId: string, eventTitle: string): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    'SELECT count(*)::int AS count FROM certificates WHERE issuer_id = $1 AND event_title = $2',
    [issuerId, eventTitle],
  )
  return rows[0]?.count ?? 0
}
