import type pg from 'pg'

/**
 * Makes a connection find PostgreSQL's own functions, operators and tables before those of the same name that somebody
 * put into the database, and temporary tables last; and run what it is asked without compiling it first (docs/decisions/0092).
 * It overrides what the role, the database or the address set.
 */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query(`SELECT pg_catalog.set_config('search_path', 'pg_catalog, public, pg_temp', false),
    pg_catalog.set_config('jit', 'off', false)`)
}
