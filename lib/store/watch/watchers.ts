import type { Transaction } from '@/lib/store/database/database'
import { insertSealed, isSealed, type Querying, readRows } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'

/** An address that is told when certificates change. */
export type StoredWatcher = SealedRows['watchers']

/** Adds a watcher without watches. */
export async function insertWatcher(
  tx: Transaction,
  watcher: Pick<StoredWatcher, 'id' | 'recipientMac' | 'sealed' | 'manageHash' | 'unsubscribeHash' | 'language'>,
): Promise<void> {
  await insertSealed(tx, 'watchers', [watcher])
}

/** Holds the watcher of this address, where the row counts, until the transaction ends; or null. */
export function holdWatcherOfAddress(tx: Transaction, recipientMac: string): Promise<StoredWatcher | null> {
  return findOne(tx, 'recipient_mac = $1 FOR UPDATE', recipientMac)
}

/** Holds the watcher whose private link has this hash, as `holdWatcherOfAddress`. */
export function holdWatcherByLink(tx: Transaction, manageHash: string): Promise<StoredWatcher | null> {
  return findOne(tx, 'manage_hash = $1 FOR UPDATE', manageHash)
}

/** The watcher of whom this column has this hash, without holding it, where the row counts; or null. */
export function findWatcher(
  tx: Transaction,
  column: 'manage_hash' | 'unsubscribe_hash',
  hash: string,
): Promise<StoredWatcher | null> {
  return findOne(tx, `${column} = $1`, hash)
}

/** Which of these watchers there are still. */
export async function findWatcherIds(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM watchers WHERE id = ANY($1::uuid[])', [ids])
  return new Set(rows.map(({ id }) => id))
}

async function findOne(db: Querying, where: string, value: string): Promise<StoredWatcher | null> {
  const [row] = await readRows(db, 'watchers', where, [value])
  return row && isSealed('watchers', row) ? row : null
}

/** Deletes a watcher with all watches. @returns false when it is gone already */
export async function deleteWatcher(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.query('DELETE FROM watchers WHERE id = $1', [id])).rowCount === 1
}

/** Deletes a watcher whose row may not count. @returns what mail to it is found by, or null when it is gone already */
export async function takeWatcher(tx: Transaction, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ mac: string }>(
    'DELETE FROM watchers WHERE id = $1 RETURNING recipient_mac AS mac',
    [id],
  )
  return rows[0]?.mac ?? null
}

/** Deletes those of these watchers that watch nothing any more: their address is kept for nothing. */
export async function deleteIdleWatchers(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `DELETE FROM watchers w WHERE w.id = ANY($1::uuid[])
       AND NOT EXISTS (SELECT 1 FROM watches x WHERE x.watcher_id = w.id)`,
    [ids],
  )
}
