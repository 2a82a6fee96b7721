import type pg from 'pg'

/**
 * Makes a connection find PostgreSQL's own functions, operators and tables before those of the same name that somebody
 * put into the database, and temporary tables last. It overrides what the role, the database or the address set.
 */
export async function pinSearchPath(client: pg.ClientBase): Promise<void> {
  await client.query("SELECT pg_catalog.set_config('search_path', 'pg_catalog, public, pg_temp', false)")
}
