import type pg from 'pg'
import { updateSealed } from '@/lib/store/keys/sealed-rows'

/**
 * Takes away what the leaves of a lineage could be opened with, those still waiting too: what stays in the log opens for
 * nobody. Its `erased` event is there already, and its certificates are gone: else the database refuses. Those waiting
 * come first: what gets its place meanwhile is found among the others then.
 */
export async function eraseSalts(tx: pg.ClientBase, lineageId: string): Promise<void> {
  const where = "subject = $1 AND kind = 'event' AND salt IS NOT NULL"
  await updateSealed(tx, 'log_pending', where, [lineageId], { salt: null })
  // In what was set aside, too.
  for (const table of ['log_leaves', 'log_pending'])
    await tx.query(`UPDATE ${table} SET salt = NULL WHERE ${where}`, [lineageId])
}
