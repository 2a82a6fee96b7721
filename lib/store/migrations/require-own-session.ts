import type pg from 'pg'
import { ServiceError } from '@/lib/errors'

/**
 * Refuses a pooler that gives every statement whichever session of the database is free: the locks that are taken here would stay in
 * a session of everybody's, and the next start would wait for them for ever.
 * @param one a connection without a transaction
 * @param other another one, opened while the first is open
 * @throws ServiceError `unavailable` where the two share a session, or one of them had several
 */
export async function requireOwnSession(one: pg.ClientBase, other: pg.ClientBase): Promise<void> {
  // Twice in a row: by turns, of two sessions each connection would meet the same one again.
  const first = await sessionOf(one)
  const again = await sessionOf(one)
  const others = await sessionOf(other)
  if (first === again && first === (await sessionOf(one)) && others !== first) return
  throw new ServiceError(
    'unavailable',
    'DATABASE_URL leads to a connection pooler that pools by transaction: locks and prepared statements need a session ' +
      "of their own. Let it pool by session (pool_mode = session), or give the database's own address.",
  )
}

async function sessionOf(db: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await db.query<{ pid: number }>('SELECT pg_catalog.pg_backend_pid() AS pid')
  return rows[0]?.pid
}
