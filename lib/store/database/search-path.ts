import type pg from 'pg'

/**
 * Makes a connection find PostgreSQL's own functions, operators and tables before those of the same name that somebody put
 * into the database, and temporary tables last. Whatever role, database or address set before.
 */
export async function pinSearchPath(client: pg.ClientBase): Promise<void> {
  await client.query("SELECT pg_catalog.set_config('search_path', 'pg_catalog, public, pg_temp', false)")
}
