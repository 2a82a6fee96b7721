import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { KeySource } from '@/lib/crypto/seals/key-source'
import { type RestoreFacts, restoreMac, verifyRestoreMac } from '@/lib/crypto/seals/restore-mac'

/** What a restored database was compared with; `lost` where the operator accepted that there was nothing. */
export type ComparedWith = 'journal' | 'log' | 'lost'

/** A restore, as its row says it. */
export interface StoredRestore extends RestoreFacts {
  mac: string
}

const COLUMNS = ['backed_up_at AS "backedUpAt"', 'restored_at AS "restoredAt"', 'compared_at AS "comparedAt"'].join(
  ', ',
)

interface Row extends Omit<StoredRestore, 'backedUpAt' | 'restoredAt' | 'comparedAt'> {
  backedUpAt: Date
  restoredAt: Date
  comparedAt: Date | null
}

/** Every restore that this database has behind it, the newest first. */
export async function listRestores(db: pg.ClientBase): Promise<StoredRestore[]> {
  const { rows } = await db.query<Row>(
    `SELECT id, backup_id AS "backupId", ${COLUMNS}, compared_with AS "comparedWith", mac
     FROM restores ORDER BY restored_at DESC, id`,
  )
  return rows.map((row) => ({
    ...row,
    ...{ backedUpAt: row.backedUpAt.getTime(), restoredAt: row.restoredAt.getTime() },
    comparedAt: row.comparedAt?.getTime() ?? null,
  }))
}

/** Whether somebody with the key said what it was compared with. */
export function isCompared(restore: StoredRestore, key: KeySource): boolean {
  return restore.comparedAt !== null && verifyRestoreMac(key, restore, restore.mac)
}

/** Notes that rows were restored, and compared with nothing yet. */
export async function recordRestore(
  db: pg.ClientBase,
  key: Buffer,
  { backupId, backedUpAt }: Pick<RestoreFacts, 'backupId' | 'backedUpAt'>,
): Promise<void> {
  const { rows } = await db.query<{ now: Date }>("SELECT date_trunc('milliseconds', clock_timestamp()) AS now")
  const restoredAt = rows[0]?.now.getTime() ?? 0
  const row = { id: randomUUID(), backupId, backedUpAt, restoredAt, comparedAt: null, comparedWith: null }
  await db.query('INSERT INTO restores (id, backup_id, backed_up_at, restored_at, mac) VALUES ($1, $2, $3, $4, $5)', [
    ...[row.id, backupId, new Date(backedUpAt), new Date(restoredAt), restoreMac(key, row)],
  ])
}

/** Notes what a restore was compared with, for good. */
export async function settleRestore(
  tx: pg.ClientBase,
  key: Buffer,
  restore: StoredRestore,
  comparedWith: ComparedWith,
  now: number,
): Promise<void> {
  const row = { ...restore, comparedAt: now, comparedWith }
  await tx.query('UPDATE restores SET compared_at = $2, compared_with = $3, mac = $4 WHERE id = $1', [
    ...[row.id, new Date(now), comparedWith, restoreMac(key, row)],
  ])
}

/** Brings the MACs under another key encryption key. A row without a good one goes on having none. */
export async function resealRestores(tx: pg.ClientBase, current: Buffer, next: Buffer): Promise<void> {
  for (const row of await listRestores(tx)) {
    if (!verifyRestoreMac(current, row, row.mac)) continue
    await tx.query('UPDATE restores SET mac = $2 WHERE id = $1', [row.id, restoreMac(next, row)])
  }
}
