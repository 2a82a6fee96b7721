import type pg from 'pg'

/** How long the server itself lets something take on a connection, in milliseconds. */
export interface SessionLimits {
  statement: number
  idleInTransaction: number
}

/** Not as parameters of the connection: a pooler refuses those that it does not know, or passes them over. */
export async function limitSession(
  client: pg.ClientBase,
  { statement, idleInTransaction }: SessionLimits,
): Promise<void> {
  await client.query(`SELECT pg_catalog.set_config('statement_timeout', '${statement}', false),
    pg_catalog.set_config('idle_in_transaction_session_timeout', '${idleInTransaction}', false)`)
}

/** What is answered as done must survive a crash, whatever the server, database or role is set to by default. */
export async function makeDurable(client: pg.ClientBase): Promise<void> {
  await client.query(`SELECT pg_catalog.set_config('synchronous_commit', 'on', false)
    WHERE pg_catalog.current_setting('synchronous_commit') IN ('off', 'local')`)
}
