import type pg from 'pg'
import { type DatabaseServer, JournalSession } from '@/lib/store/journal/journal-session'
import { giveUpConnections } from './open-connections'

/** Another database, another server, another timeline of its log: each of them may have lost something. */
const SERVER = `SELECT d.oid || '/' || s.system_identifier || '/' ||
    CASE WHEN pg_is_in_recovery() THEN 'replica' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS identity,
  CASE WHEN pg_is_in_recovery() THEN 0 ELSE pg_current_wal_lsn() - '0/0' END::float8 AS "logPosition"
  FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()`

interface Servers {
  session: JournalSession
  /** What each connection answered. */
  identities: WeakMap<pg.ClientBase, string>
}

// One holder a process: Next's bundles and ours hold copies of this module, which share the connections.
const holder = globalThis as typeof globalThis & { certificateServiceServers?: Servers | undefined }

function servers(): Servers {
  return (holder.certificateServiceServers ??= { session: new JournalSession(), identities: new WeakMap() })
}

/** What is known of the journal, for as long as the connections last. */
export function journalSession(): JournalSession {
  return servers().session
}

/** Begins anew, once the connections are closed. */
export function forgetServers(): void {
  holder.certificateServiceServers = undefined
}

/**
 * Asks a new connection for its server. At another one nothing more begins, on whichever connection of this process: a former primary
 * that still runs says what it knew, and takes what would be lost.
 */
export async function noteServer(client: pg.ClientBase, session = journalSession()): Promise<void> {
  const { changes } = session
  await session.connected(async () => {
    const [server] = (await client.query<DatabaseServer>(SERVER)).rows
    if (server) servers().identities.set(client, server.identity)
    return server
  })
  if (session.changes !== changes) giveUpConnections(isLeft)
}

/** Whether a connection leads to another server than the one that was found last. */
export function isLeft(client: pg.ClientBase): boolean {
  const { session, identities } = servers()
  const at = identities.get(client)
  return at !== undefined && session.server !== null && at !== session.server
}
