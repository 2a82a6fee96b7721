import type { Told } from '@/lib/domain/watch/watch-change'
import { log } from '@/lib/log'
import type { Transaction } from '@/lib/store/database/database'
import { isSealed, readRows } from '@/lib/store/keys/sealed-rows'
import type { StoredWatcher } from './watchers'
import type { StoredWatch } from './watches'

/** Somebody, and those of their watches that are to be looked at. */
export interface DueWatcher {
  watcher: StoredWatcher
  watches: StoredWatch[]
}

const DUE = 'look_at <= statement_timestamp()'

/** A row that does not count is looked at again after this time: it may be the key that is wrong. */
const SET_ASIDE = "interval '1 hour'"

/**
 * Holds some watchers with those of their watches that are due, until the transaction ends; nobody else queues meanwhile.
 * @param most watches to begin with: each watcher comes with all that are due
 * @returns null when another process is at it; empty when none is due
 */
export async function holdDueWatches(
  tx: Transaction,
  most: number,
): Promise<{ due: DueWatcher[]; aside: number } | null> {
  const { rows } = await tx.query<{ alone: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('watch notices', 0)) AS alone",
  )
  if (rows[0]?.alone !== true) return null
  const due = await tx.query<{ id: string }>(
    `SELECT DISTINCT watcher_id AS id FROM (SELECT watcher_id FROM watches WHERE ${DUE} ORDER BY look_at LIMIT $1) w`,
    [most],
  )
  if (due.rows.length === 0) return { due: [], aside: 0 }
  const ids = due.rows.map(({ id }) => id)
  const watchers = await readRows(tx, 'watchers', 'id = ANY($1::uuid[]) FOR UPDATE SKIP LOCKED', [ids])
  const held = watchers.map(({ id }) => id)
  const watches = await readRows(tx, 'watches', `watcher_id = ANY($1::uuid[]) AND ${DUE} FOR UPDATE SKIP LOCKED`, [
    held,
  ])
  const good = watchers.filter((row) => isSealed('watchers', row))
  const goodIds = new Set(good.map(({ id }) => id))
  const counting = watches.filter((row) => goodIds.has(row.watcherId) && isSealed('watches', row))
  const bad = watches.filter((row) => !counting.includes(row))
  await setAside(tx, bad)
  const byWatcher = new Map<string, StoredWatch[]>(good.map(({ id }) => [id, []]))
  for (const row of counting) byWatcher.get(row.watcherId)?.push(row)
  return { due: good.map((watcher) => ({ watcher, watches: byWatcher.get(watcher.id) ?? [] })), aside: bad.length }
}

async function setAside(tx: Transaction, rows: readonly StoredWatch[]): Promise<void> {
  if (rows.length === 0) return
  log.error({ watches: rows.length }, 'watches fail their check: nobody is told of them')
  await tx.query(
    `UPDATE watches w SET look_at = clock_timestamp() + ${SET_ASIDE} FROM unnest($1::uuid[], $2::uuid[]) AS n(watcher, lineage)
     WHERE w.watcher_id = n.watcher AND w.lineage_id = n.lineage`,
    [rows.map(({ watcherId }) => watcherId), rows.map(({ lineageId }) => lineageId)],
  )
}

/** What somebody knows of a watch from now on. */
export interface ToldWatch extends Told {
  watcherId: string
  lineageId: string
  /** Whether they are told something now. */
  isTold: boolean
  reminded: boolean
  lookAt: Date
}

/** Notes what is told, in the transaction that queues the messages. */
export async function noteTold(tx: Transaction, watches: readonly ToldWatch[]): Promise<void> {
  const column = <T>(read: (watch: ToldWatch) => T): T[] => watches.map(read)
  await tx.query(
    `UPDATE watches w SET told_certificate_id = n.certificate, told = n.standing, reminded = n.reminded, look_at = n.look,
       told_at = CASE WHEN n.is_told THEN clock_timestamp() ELSE w.told_at END
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::boolean[], $6::boolean[], $7::timestamptz[])
       AS n(watcher, lineage, certificate, standing, is_told, reminded, look)
     WHERE w.watcher_id = n.watcher AND w.lineage_id = n.lineage`,
    [
      column(({ watcherId }) => watcherId),
      column(({ lineageId }) => lineageId),
      column(({ certificateId }) => certificateId),
      column(({ standing }) => standing),
      column(({ isTold }) => isTold),
      column(({ reminded }) => reminded),
      column(({ lookAt }) => lookAt),
    ],
  )
}
