import type pg from 'pg'
import type { DatabaseServer } from '@/lib/store/journal/journal-session'
import { openConnections } from './open-connections'

/** Another database, another server, another timeline of its log: each of them may have lost something. */
const SERVER = `SELECT d.oid || '/' || s.system_identifier || '/' ||
    CASE WHEN pg_is_in_recovery() THEN 'replica' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS identity,
  CASE WHEN pg_is_in_recovery() THEN 0 ELSE pg_current_wal_lsn() - '0/0' END::float8 AS "logPosition"
  FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()`

/** What each connection answered. */
const identities = new WeakMap<pg.ClientBase, string>()

/** Asks a connection for the server behind it. */
export async function askServer(client: pg.ClientBase): Promise<DatabaseServer | undefined> {
  const [server] = (await client.query<DatabaseServer>(SERVER)).rows
  if (server) identities.set(client, server.identity)
  return server
}

/** Whether some connection of a pool leads to another server than this one. */
export function leadsElsewhere(pool: pg.Pool, client: pg.ClientBase): boolean {
  const here = identities.get(client)
  return openConnections(pool).some((one) => (identities.get(one) ?? here) !== here)
}
