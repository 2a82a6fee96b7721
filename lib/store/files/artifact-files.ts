import { workingPool } from '@/lib/store/database/database'

/** A file that the row of an artifact, of a badge image or of a design's picture names. */
export interface NamedFile {
  sha256: string
  /** Bytes. */
  size: number
}

/** How many files the artifacts name. */
export async function countFiles(): Promise<number> {
  const { rows } = await workingPool().query<{ count: string }>(
    `SELECT count(*) AS count FROM (SELECT sha256 FROM artifacts UNION SELECT sha256 FROM badge_images
       UNION SELECT sha256 FROM design_pictures WHERE erased_at IS NULL) f`,
  )
  return Number(rows[0]?.count ?? 0)
}

/**
 * The next files that artifacts name, each once, in order of their hash.
 * @param after the last hash seen, or the empty string
 */
export async function findFilesAfter(after: string, limit: number): Promise<NamedFile[]> {
  const { rows } = await workingPool().query<NamedFile>(
    `SELECT DISTINCT ON (sha256) sha256, size FROM (
       (SELECT DISTINCT ON (sha256) sha256, size FROM artifacts WHERE sha256 > $1 ORDER BY sha256 LIMIT $2)
       UNION ALL
       (SELECT DISTINCT ON (sha256) sha256, size FROM badge_images WHERE sha256 > $1 ORDER BY sha256 LIMIT $2)
       UNION ALL
       (SELECT DISTINCT ON (sha256) sha256, size FROM design_pictures
        WHERE sha256 > $1 AND erased_at IS NULL ORDER BY sha256 LIMIT $2)
     ) f ORDER BY sha256 LIMIT $2`,
    [after, limit],
  )
  return rows
}

/** The files of the newest artifacts. */
export async function findNewestFiles(limit: number): Promise<NamedFile[]> {
  const { rows } = await workingPool().query<NamedFile>(
    'SELECT sha256, size FROM artifacts ORDER BY created_at DESC, id LIMIT $1',
    [limit],
  )
  return rows
}

/** How many certificates there are, withdrawn and replaced ones among them. */
export async function countCertificates(): Promise<number> {
  const { rows } = await workingPool().query<{ count: string }>('SELECT count(*) AS count FROM certificates')
  return Number(rows[0]?.count ?? 0)
}

/**
 * The next certificates, in order of their id.
 * @param after the last id seen, or null
 */
export async function findCertificatesAfter(
  after: string | null,
  limit: number,
): Promise<{ id: string; serialKey: string }[]> {
  const { rows } = await workingPool().query<{ id: string; serialKey: string }>(
    `SELECT id, serial_key AS "serialKey" FROM certificates WHERE $1::uuid IS NULL OR id > $1::uuid
     ORDER BY id LIMIT $2`,
    [after, limit],
  )
  return rows
}
