import type { WatchedNow } from '@/lib/domain/watch/watch-change'
import type { Transaction } from '@/lib/store/database/database'

/** The newest certificate of a lineage, by the columns: what is told of it is judged when the message is written. */
export interface WatchedLineage extends WatchedNow {
  lineageId: string
  issuerId: string
  serial: string
}

const NEWEST = `SELECT DISTINCT ON (c.lineage_id) c.lineage_id AS "lineageId", c.issuer_id AS "issuerId",
    c.id AS "certificateId", c.serial, c.status = 'withdrawn' AS withdrawn, i.suspended,
    (extract(epoch FROM c.expires_at) * 1000)::float8 AS "expiresAt"
  FROM certificates c JOIN issuers i ON i.id = c.issuer_id`
const ORDER = 'ORDER BY c.lineage_id, c.revision DESC'

/** The newest certificate of each lineage; none of one that was erased. */
export async function findWatchedLineages(
  db: Pick<Transaction, 'query'>,
  lineageIds: readonly string[],
): Promise<WatchedLineage[]> {
  const sql = `${NEWEST} WHERE c.lineage_id = ANY($1::uuid[]) ${ORDER}`
  return (await db.query<WatchedLineage>(sql, [lineageIds])).rows
}

/** The serials of all versions of each lineage, the oldest first; none of one that was erased. */
export async function findSerialsOfLineages(
  db: Pick<Transaction, 'query'>,
  lineageIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ lineageId: string; serials: string[] }>(
    `SELECT lineage_id AS "lineageId", array_agg(serial ORDER BY revision) AS serials
     FROM certificates WHERE lineage_id = ANY($1::uuid[]) GROUP BY lineage_id`,
    [lineageIds],
  )
  return new Map(rows.map(({ lineageId, serials }) => [lineageId, serials]))
}

/** The newest certificate of each lineage that one of these serials belongs to, in its matching form, and the newest that was asked for. */
export async function findLineagesOfSerials(
  db: Pick<Transaction, 'query'>,
  serialKeys: readonly string[],
): Promise<(WatchedLineage & { askedId: string })[]> {
  const sql = `SELECT n.*, a.id AS "askedId" FROM (${NEWEST}
      WHERE c.lineage_id IN (SELECT lineage_id FROM certificates WHERE serial_key = ANY($1::text[])) ${ORDER}) n
    CROSS JOIN LATERAL (SELECT id FROM certificates WHERE lineage_id = n."lineageId" AND serial_key = ANY($1::text[])
      ORDER BY revision DESC LIMIT 1) a`
  return (await db.query<WatchedLineage & { askedId: string }>(sql, [serialKeys])).rows
}

/** The serials of certificates by their ids; none of one that was erased. */
export async function findSerialsOf(
  db: Pick<Transaction, 'query'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; serial: string }>(
    'SELECT id, serial FROM certificates WHERE id = ANY($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, serial }) => [id, serial]))
}

/** A certificate, and whether somebody watches it still. */
export interface WatchedVersion {
  lineageId: string
  serial: string
  watched: boolean
}

/** Certificates by their ids, and whether the person with this hash of the private link watches them still; none of one that was erased. */
export async function findWatchedVersions(
  db: Pick<Transaction, 'query'>,
  manageHash: string,
  ids: readonly string[],
): Promise<Map<string, WatchedVersion>> {
  const { rows } = await db.query<WatchedVersion & { id: string }>(
    `SELECT c.id, c.lineage_id AS "lineageId", c.serial, EXISTS (SELECT 1 FROM watchers w JOIN watches x ON x.watcher_id = w.id
       WHERE w.manage_hash = $1 AND x.lineage_id = c.lineage_id) AS watched
     FROM certificates c WHERE c.id = ANY($2::uuid[])`,
    [manageHash, ids],
  )
  return new Map(rows.map(({ id, ...version }) => [id, version]))
}
