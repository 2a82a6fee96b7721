import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { transaction, workingPool } from '@/lib/store/database/database'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { logKeysNow } from '@/lib/store/log/keys/key-times'
import { endLogKey, type LogKeyRow, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { insertPendingLeaves } from '@/lib/store/log/pending/pending-leaf'
import { logKeyLeaf } from '@/lib/store/log/pending/row-leaves'

/**
 * Retires the keys of the log whose time has come: their private halves go, and a leaf says so.
 * @throws ServiceError `unavailable` where the clocks disagree: one that is far ahead would end a key, for good
 */
export async function retireLogKeys(): Promise<void> {
  if (dueOf(await logKeysNow(workingPool())).length === 0) return
  await transaction(
    async (tx) => {
      await tx.query('SELECT id FROM log_keys ORDER BY id FOR UPDATE')
      await databaseTime(tx)
      const found = await logKeysNow(tx)
      for (const { row, endedAt } of dueOf(found)) {
        const ended = await endLogKey(tx, row, { state: 'retired', endedAt })
        await insertPendingLeaves(tx, [logKeyLeaf(ended, formatVkey(noteKeyOf(ended)), found.now)])
      }
    },
    { waits: false },
  )
}

function dueOf({ rows, now }: { rows: LogKeyRow[]; now: number }): { row: LogKeyRow; endedAt: number }[] {
  return rows.flatMap((row) => {
    const { state, endedAt } = row
    return state === 'active' && endedAt !== null && endedAt <= now ? [{ row, endedAt }] : []
  })
}
