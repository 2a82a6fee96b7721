import type pg from 'pg'

/** The server's process of each connection. Not as the driver knows it: a pooler tells a number of its own. */
const backends = new WeakMap<pg.ClientBase, number>()

/** The id of the server's process that works for a connection; undefined before `prepareSession` or `prepareMigrating`. */
export const backendOf = (client: pg.ClientBase): number | undefined => backends.get(client)

/**
 * What a statement and its answer mean, whatever the server, the role, the database, the address or `PGOPTIONS` set: on a clock
 * of another zone days begin at other times, as German dates the second of March is read as the third of February, and what is
 * written under another isolation than the triggers count on is refused. Nothing is compiled before it is run
 * (docs/decisions/0092).
 */
const MEANING = {
  jit: 'off',
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  array_nulls: 'on',
  transform_null_equals: 'off',
  standard_conforming_strings: 'on',
  backslash_quote: 'safe_encoding',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  // Rows that a policy hides would be unknown certificates and withdrawals that never were: PostgreSQL refuses such a query.
  row_security: 'off',
}

/**
 * How long something may take is ours to say, as it is `pg_dump`'s: a bound of the role or the database is meant for others, and
 * would end a backup, a new index or a connection that waits for its next request.
 */
const BOUNDS = [
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout'],
  // Since PostgreSQL 17.
  'transaction_timeout',
]

/**
 * Makes a connection find PostgreSQL's own functions, operators and tables before those of the same name that somebody
 * put into the database, and temporary tables last; and mean by what it asks and answers what all others mean.
 */
export function prepareSession(client: pg.ClientBase): Promise<void> {
  return prepare(client, 'pg_catalog, public, pg_temp')
}

/** The same for a migration, whose tables are made where the others look for them. */
export function prepareMigrating(client: pg.ClientBase): Promise<void> {
  return prepare(client, 'public, pg_temp')
}

async function prepare(client: pg.ClientBase, searchPath: string): Promise<void> {
  const settings = Object.entries({ search_path: searchPath, ...MEANING })
  const set = settings.map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', false)`)
  const unbound = BOUNDS.map(
    (name) =>
      `CASE WHEN pg_catalog.current_setting('${name}', true) <> '0' THEN pg_catalog.set_config('${name}', '0', false) END`,
  )
  const { rows } = await client.query<{ pid: number }>(
    `SELECT ${[...set, ...unbound].join(', ')}, pg_catalog.pg_backend_pid() AS pid`,
  )
  if (rows[0]) backends.set(client, rows[0].pid)
}
