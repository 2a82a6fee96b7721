import type pg from 'pg'
import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { claimPath } from '@/lib/domain/log/claim-path'
import type { LogStore } from '@/lib/domain/log/log-store'
import type { LogState } from '@/lib/store/log/log-state'
import { insertPendingLeaves, type PendingLeaf } from '@/lib/store/log/pending/pending-leaf'
import { stateOfLeaves } from './state-of-leaves'

const MOST_BYTES = 64 * 1024

/**
 * How far the log has come, without leaves that have their places here and can have them nowhere else: where two primaries were at work,
 * the other one claimed what follows the published tree. One alone makes a claim, and nothing is signed without, so that nobody saw
 * these leaves.
 * @param written under a good seal
 */
export async function withoutUnpublished(db: pg.ClientBase, store: LogStore, written: LogState): Promise<LogState> {
  const { size, root, publishedSize, publishedRoot } = written
  if (size === publishedSize) return written
  const claim = await store.read(claimPath(publishedSize), MOST_BYTES)
  if (!claim) return written
  const claimed = parseCheckpoint(claim.toString())
  if (claimed.size === size && claimed.root.equals(root)) return written
  // They are sealed anew, so they have to be those that were sealed.
  const leaves = await stateOfLeaves(db, written)
  if (leaves.size !== size || !leaves.root.equals(root)) return written
  return { ...written, size: publishedSize, root: publishedRoot }
}

/** Lets leaves wait again that have their places here alone, behind those that wait. As the owner of the tables: a guard is in the way. */
export async function takeBackUnpublished(tx: pg.ClientBase, from: number): Promise<void> {
  await tx.query('ALTER TABLE log_leaves DISABLE TRIGGER log_leaves_append_only')
  const { rows } = await tx.query<PendingLeaf & { index: number }>(
    `DELETE FROM log_leaves WHERE log_index >= $1
     RETURNING log_index::float8 AS index, kind, subject, place, part, leaf, salt`,
    [from],
  )
  await tx.query('ALTER TABLE log_leaves ENABLE ALWAYS TRIGGER log_leaves_append_only')
  await insertPendingLeaves(
    tx,
    rows.toSorted((one, other) => one.index - other.index),
  )
}
