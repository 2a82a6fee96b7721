import type { Told } from '@/lib/domain/watch/watch-change'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { findSealed, insertSealed, updateSealed } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'
import { deleteIdleWatchers } from './watchers'

/** A lineage that a watcher is told of. */
export type StoredWatch = SealedRows['watches']

/** A watch to add: what the watcher saw when they asked. */
export interface NewWatch extends Told {
  lineageId: string
  issuerId: string
  /** The version that they asked for, which may have been replaced; left out in requests of before. */
  askedId?: string | undefined
}

/**
 * Adds watches; a lineage that is watched already stays as it is. Each is looked at soon.
 * @returns how many were added
 */
export async function insertWatches(
  tx: Transaction,
  watcherId: string,
  watches: readonly NewWatch[],
  expiresAt: Date,
): Promise<number> {
  const rows = watches.map(({ lineageId, issuerId, certificateId, standing }) => ({
    ...{ watcherId, lineageId, issuerId, expiresAt },
    ...{ toldCertificateId: certificateId, told: standing },
  }))
  return (await insertSealed(tx, 'watches', rows, '(watcher_id, lineage_id) DO NOTHING')).length
}

/** How many certificates somebody watches. */
export async function countWatchesOf(tx: Transaction, watcherId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM watches WHERE watcher_id = $1',
    [watcherId],
  )
  return rows[0]?.count ?? 0
}

/** Everything that somebody watches, the oldest first. */
export function findWatchesOf(tx: Transaction, watcherId: string): Promise<StoredWatch[]> {
  return findSealed(tx, 'watches', 'watcher_id = $1 ORDER BY created_at, lineage_id', [watcherId])
}

/** Lets all watches of somebody run until then. */
export async function renewWatches(tx: Transaction, watcherId: string, expiresAt: Date): Promise<void> {
  await updateSealed(tx, 'watches', 'watcher_id = $1', [watcherId], { expiresAt, reminded: false, lookAt: new Date() })
}

/** Ends some of somebody's watches, and with the last one the watcher. */
export async function deleteWatches(tx: Transaction, watcherId: string, lineageIds: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM watches WHERE watcher_id = $1 AND lineage_id = ANY($2::uuid[])', [watcherId, lineageIds])
  await deleteIdleWatchers(tx, [watcherId])
}

/** Ends one watch, and with the last one of somebody the watcher. @returns false when it is gone already */
export async function deleteWatchById(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ watcherId: string }>(
    'DELETE FROM watches WHERE id = $1 RETURNING watcher_id AS "watcherId"',
    [id],
  )
  await deleteIdleWatchers(
    tx,
    rows.map(({ watcherId }) => watcherId),
  )
  return rows.length > 0
}

/** Ends every watch of a lineage, and with their last one the watchers: for erasing a person. */
export async function eraseWatches(tx: Transaction, lineageId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'DELETE FROM watches WHERE lineage_id = $1 RETURNING watcher_id AS id',
    [lineageId],
  )
  await deleteIdleWatchers(
    tx,
    rows.map(({ id }) => id),
  )
}

/** How many watch a lineage. */
export async function countWatchersOf(lineageId: string): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    'SELECT count(*)::int AS count FROM watches WHERE lineage_id = $1',
    [lineageId],
  )
  return rows[0]?.count ?? 0
}
