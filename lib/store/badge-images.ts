import { workingPool } from './database'
import { readOnServingPool } from './on-serving-pool'

export type BadgeImageType = 'image/png' | 'image/svg+xml'

/** The image that badges of an event are baked into. */
export interface BadgeImage {
  eventTitle: string
  mediaType: BadgeImageType
  sha256: string
  /** Bytes. */
  size: number
}

const COLUMNS = 'event_title AS "eventTitle", media_type AS "mediaType", sha256, size'

/** The images of one event, at most one a media type. */
export async function findBadgeImages(issuerId: string, eventTitle: string): Promise<BadgeImage[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<BadgeImage>(
      `SELECT ${COLUMNS} FROM badge_images WHERE issuer_id = $1 AND event_title = $2 ORDER BY media_type`,
      [issuerId, eventTitle],
    ),
  )
  return rows
}

/** Every image of an issuer. */
export async function listStoredBadgeImages(issuerId: string): Promise<BadgeImage[]> {
  const { rows } = await workingPool().query<BadgeImage>(
    `SELECT ${COLUMNS} FROM badge_images WHERE issuer_id = $1 ORDER BY event_title, media_type`,
    [issuerId],
  )
  return rows
}

/** Sets the image of an event, in place of an earlier one of its type. */
export async function storeBadgeImage(issuerId: string, image: BadgeImage): Promise<void> {
  await workingPool().query(
    `INSERT INTO badge_images (issuer_id, event_title, media_type, sha256, size) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (issuer_id, event_title, media_type)
       DO UPDATE SET sha256 = excluded.sha256, size = excluded.size, created_at = now()`,
    [issuerId, image.eventTitle, image.mediaType, image.sha256, image.size],
  )
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
     RETURNING ${COLUMNS}`,
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
