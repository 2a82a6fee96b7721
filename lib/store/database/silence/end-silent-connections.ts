import pg from 'pg'
import { log } from '@/lib/log'
import { databaseUrl } from '@/lib/store/database/database-url'
import { Deadline } from '@/lib/store/database/deadline'
import { connectDeadlineMs } from '@/lib/store/database/deadlines'
import { endConnection } from '@/lib/store/database/end-connection'
import { backendOf } from '@/lib/store/database/session/prepare-session'

/** How often connections in use are looked at, in milliseconds. */
const LOOK_MS = 1000

/** What is read of a connection here: the driver has it all, its types have not. */
type Connection = pg.ClientBase & {
  /** False while a query is under way. */
  readyForQuery: boolean
  connection: { stream: { bytesRead: number; bytesWritten: number } }
  end: () => Promise<void>
}

/** The bytes of a connection when it last said something or had nothing to say, and when that was. */
interface Heard {
  bytes: number
  at: number
}

/**
 * Ends connections of a pool without deadlines once nobody answers on them: a server that has frozen, or one behind a network that
 * forgot the connection, is waited for without end otherwise, and the connection's place with it. What takes long is no such thing:
 * where a connection says nothing for as long as connecting may take, a new one asks the database. If it is not answered either, or
 * the database knows of no work there, the connection is cut off (docs/decisions/0158).
 */
export function endSilentConnections(pool: pg.Pool): void {
  const { hold, release } = watchSilence(databaseUrl(), connectDeadlineMs())
  pool.on('acquire', hold)
  pool.on('release', (_error, client) => release(client))
  pool.on('remove', release)
}

/**
 * The same for connections that are in no pool.
 * @param url where they lead
 * @param silentMs how long they may say nothing, in milliseconds
 * @returns `hold` watches one that `prepareSession` or `prepareMigrating` was done for, `release` ends that
 */
export function watchSilence(
  url: string,
  silentMs: number,
): { hold(client: pg.ClientBase): void; release(client: pg.ClientBase): void } {
  const held = new Map<Connection, Heard>()
  let looks = false
  const look = async (): Promise<void> => {
    for (const [connection, heard] of held) if (!isSilent(connection, heard)) held.set(connection, heardNow(connection))
    const silent = silentOf(held, silentMs)
    if (silent.length === 0) return
    const working = await workingBackends(url, silentMs, silent.map(backendOf))
    // An answer may have been on its way while it was asked.
    if (working) await new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref())
    for (const connection of silentOf(held, silentMs).filter((one) => silent.includes(one))) {
      if (working?.has(backendOf(connection))) continue
      log.warn('a database connection that nobody answers on is cut off')
      void connection.end().catch(() => undefined)
    }
  }
  const lookAgain = () => {
    looks = held.size > 0
    if (looks) setTimeout(() => void look().catch(notLooked).then(lookAgain), LOOK_MS).unref()
  }
  return {
    hold: (client) => {
      held.set(client as Connection, heardNow(client as Connection))
      if (!looks) lookAgain()
    },
    release: (client) => held.delete(client as Connection),
  }
}

const notLooked = (error: unknown) => log.error({ err: error }, 'silent database connections could not be looked for')
const bytesOf = ({ connection: { stream } }: Connection) => stream.bytesRead + stream.bytesWritten
const heardNow = (connection: Connection): Heard => ({ bytes: bytesOf(connection), at: performance.now() })
const isSilent = (connection: Connection, { bytes }: Heard) =>
  !connection.readyForQuery && bytesOf(connection) === bytes

function silentOf(held: ReadonlyMap<Connection, Heard>, milliseconds: number): Connection[] {
  const before = performance.now() - milliseconds
  return [...held].filter(([one, heard]) => isSilent(one, heard) && heard.at <= before).map(([one]) => one)
}

/** @returns those of the server's processes that have work of ours; null where a new connection is not answered */
async function workingBackends(
  url: string,
  withinMs: number,
  backends: (number | undefined)[],
): Promise<Set<number | undefined> | null> {
  const db = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs })
  db.on('error', () => undefined) // told by what is asked
  try {
    const asked = db.connect().then(() =>
      db.query<{ pid: number }>({
        name: 'working-backends',
        text: `SELECT pid FROM pg_catalog.pg_stat_activity
          WHERE pid = ANY($1::int[]) AND (state IS NULL OR state NOT LIKE 'idle%')`,
        values: [backends.filter((one) => one !== undefined)],
      }),
    )
    const { rows } = await new Deadline(withinMs).limit(asked)
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    // A server that refuses, as one without a connection to spare, is there and works.
    return (error as { severity?: unknown }).severity === undefined ? null : new Set(backends)
  } finally {
    void endConnection(db)
  }
}
