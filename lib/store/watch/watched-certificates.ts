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

/** The newest certificate of each lineage that one of these serials belongs to, in its matching form. */
export async function findLineagesOfSerials(
  db: Pick<Transaction, 'query'>,
  serialKeys: readonly string[],
): Promise<WatchedLineage[]> {
  const sql = `${NEWEST} WHERE c.lineage_id IN (SELECT lineage_id FROM certificates WHERE serial_key = ANY($1::text[])) ${ORDER}`
  return (await db.query<WatchedLineage>(sql, [serialKeys])).rows
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

/** Those of the certificates whose lineage somebody watches still, by the hash of their private link. */
export async function findStillWatched(
  db: Pick<Transaction, 'query'>,
  manageHash: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT c.id FROM watchers w JOIN watches x ON x.watcher_id = w.id JOIN certificates c ON c.lineage_id = x.lineage_id
     WHERE w.manage_hash = $1 AND c.id = ANY($2::uuid[])`,
    [manageHash, ids],
  )
  return new Set(rows.map(({ id }) => id))
}
