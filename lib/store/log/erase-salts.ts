import type pg from 'pg'

/**
 * Takes away what the leaves of a lineage could be opened with, those still waiting too: what stays in the log opens for
 * nobody. Its `erased` event is there already: without it the database refuses.
 */
export async function eraseSalts(tx: pg.ClientBase, lineageId: string): Promise<void> {
  for (const table of ['log_leaves', 'log_pending']) {
    await tx.query(`UPDATE ${table} SET salt = NULL WHERE subject = $1 AND kind = 'event' AND salt IS NOT NULL`, [
      lineageId,
    ])
  }
}
