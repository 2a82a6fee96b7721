import type { ForgottenRow } from '@/lib/domain/history/journal-record'
import { log } from '@/lib/log'
import { transaction } from '@/lib/store/database/database'
import { noteForgotten } from './pending-records'

const AT_ONCE = 1000

/**
 * Notes in the journal what was forgotten since the last time. It waits in a table that the triggers of the others fill, since
 * a process that serves the public alone may not write the journal in the same deed.
 * @throws ServiceError `unavailable` when the journal cannot be written; the next comparison makes up for it
 */
export async function journalForgotten(): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE;) {
    taken = await transaction(async (tx) => {
      const { rows } = await tx.query<ForgottenRow>(
        // Nothing is locked beforehand: the role that serves may only read and delete here. By their places, so that two processes
        // take them in the same order.
        `DELETE FROM forgotten_rows WHERE ctid = ANY(ARRAY(SELECT ctid FROM forgotten_rows LIMIT ${AT_ONCE}))
         RETURNING "table", id`,
      )
      const ids = rows.map(({ id }) => id)
      const { rows: there } = await tx.query<{ id: string }>('SELECT id FROM not_forgotten($1::uuid[]) AS id', [ids])
      // What somebody wrote into the table by hand: a replay would delete what is there.
      if (there.length > 0) log.error({ rows: there }, 'what is said to be forgotten is there, and is not journalled')
      const kept = new Set(there.map(({ id }) => id))
      noteForgotten(
        tx,
        rows.filter(({ id }) => !kept.has(id)),
      )
      return rows.length
    })
  }
}
