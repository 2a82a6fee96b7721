import type pg from 'pg'

/** Of these the service deletes nothing, but for the certificates that an erasure takes. */
const KEPT = ['certificates', 'events', 'log_leaves']

/**
 * A text that changes where rows of the tables of the log are deleted, with guards or without, or a table is emptied. It comes from the
 * statistics of the server, which may be reset or off, and says nothing of a damaged page: it only tells when to look again.
 */
export async function readLossSigns(db: pg.ClientBase | pg.Pool): Promise<string> {
  const { rows } = await db.query<{ signs: string | null }>(
    `SELECT pg_catalog.string_agg(pg_catalog.concat_ws('/', c.oid, c.relfilenode, pg_catalog.pg_stat_get_tuples_deleted(c.oid)), ' '
       ORDER BY c.oid) AS signs
     FROM pg_catalog.pg_class c WHERE c.oid = ANY($1::regclass[])`,
    [KEPT.map((table) => `public.${table}`)],
  )
  return rows[0]?.signs ?? ''
}
