import type pg from 'pg'

/** The server's process of each connection. Not as the driver knows it: a pooler tells a number of its own. */
const backends = new WeakMap<pg.ClientBase, number>()

/** The id of the server's process that works for a connection; undefined before `prepareSession` or `prepareMigrating`. */
export const backendOf = (client: pg.ClientBase): number | undefined => backends.get(client)

/**
 * Makes a connection find PostgreSQL's own functions, operators and tables before those of the same name that somebody
 * put into the database, and temporary tables last; and run what it is asked without compiling it first (docs/decisions/0092).
 * It overrides what the role, the database or the address set.
 */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{
    pid: number
  }>(`SELECT pg_catalog.set_config('search_path', 'pg_catalog, public, pg_temp', false),
    pg_catalog.set_config('jit', 'off', false), pg_catalog.pg_backend_pid() AS pid`)
  if (rows[0]) backends.set(client, rows[0].pid)
}

/** The same for a migration: its tables are made in the schema that the role, the database or the address name. */
export async function prepareMigrating(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{
    pid: number
  }>("SELECT pg_catalog.set_config('jit', 'off', false), pg_catalog.pg_backend_pid() AS pid")
  if (rows[0]) backends.set(client, rows[0].pid)
}
