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

/**
 * Of these files those that are asked for as they are: the newest PDF of a certificate that is neither withdrawn nor
 * replaced, and pictures that were sent. Whatever else a row names is handed out by nobody, or made again on request.
 */
export async function findServedFiles(hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await workingPool().query<{ sha256: string }>(
    `SELECT sha256 FROM artifacts a WHERE sha256 = ANY($1::text[]) AND type = 'pdf'
       AND EXISTS (SELECT 1 FROM certificates c WHERE c.id = a.certificate_id AND c.status = 'issued')
       AND NOT EXISTS (SELECT 1 FROM artifacts n
         WHERE n.certificate_id = a.certificate_id AND n.type = 'pdf' AND n.created_at > a.created_at)
     UNION SELECT sha256 FROM badge_images WHERE sha256 = ANY($1::text[])
     UNION SELECT sha256 FROM design_pictures WHERE sha256 = ANY($1::text[]) AND erased_at IS NULL`,
    [hashes],
  )
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** The serials, in their matching form, of certificates in force whose PDFs are among the newest. */
export async function findNewestWithPdf(limit: number): Promise<string[]> {
  const { rows } = await workingPool().query<{ serialKey: string }>(
    `SELECT c.serial_key AS "serialKey"
     FROM (SELECT certificate_id, created_at FROM artifacts WHERE type = 'pdf' ORDER BY created_at DESC, id LIMIT $2) a
     JOIN certificates c ON c.id = a.certificate_id
     WHERE c.status = 'issued' GROUP BY c.id ORDER BY max(a.created_at) DESC, c.id LIMIT $1`,
    [limit, 10 * limit],
  )
  return rows.map(({ serialKey }) => serialKey)
}

/** The newest pictures that were sent, of badges and of designs, each once. */
export async function findNewestPictures(limit: number): Promise<string[]> {
  const { rows } = await workingPool().query<{ sha256: string }>(
    `SELECT sha256 FROM (SELECT sha256, created_at FROM badge_images
       UNION ALL SELECT sha256, created_at FROM design_pictures WHERE erased_at IS NULL) p
     GROUP BY sha256 ORDER BY max(created_at) DESC, sha256 LIMIT $1`,
    [limit],
  )
  return rows.map(({ sha256 }) => sha256)
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
