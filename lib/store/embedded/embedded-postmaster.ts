import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ServiceError } from '@/lib/errors'
import type { Binaries } from './embedded-binaries'
import { ADMIN, NAME, type Passwords } from './embedded-cluster'
import type { Location } from './embedded-location'
import { isServer, readPidFile } from './embedded-pid-file'
import { PORT, startPostgres } from './embedded-server-start'

const POLL_MS = 10
/** A server that runs for this long, neither taking connections nor saying that it is starting, is stuck. */
const STUCK_MS = 30_000

/** What the driver would else take from PGSSLMODE, PGSSLNEGOTIATION and PGOPTIONS, which speak of some other server. */
const OURS_ALONE = 'sslmode=disable&sslnegotiation=postgres&options=-cjit%3Doff'

/** The connection address of a role on a running database: all that the driver needs, so that it believes no variable. */
export function connectionUrl(socketDir: string, role: string, password: string, database: string): string {
  const host = encodeURIComponent(socketDir)
  return `postgresql://${role}:${password}@localhost:${PORT}/${database}?host=${host}&${OURS_ALONE}`
}

/**
 * Makes sure that the database runs and takes connections: uses a server that already runs, whoever started it,
 * waits out one that starts, recovers or stops, and else starts one that outlives this process.
 * @returns the folder of its socket
 * @throws ServiceError where it does not come up
 */
export async function ensureRunning(
  location: Location,
  binaries: () => Promise<Binaries>,
  passwords: Passwords,
  logFile: string,
  onProgress: (sentence: string) => void,
): Promise<string> {
  let failure: (() => Promise<string | null>) | null = null
  let nextNews = Date.now() + 5_000
  let heard = Date.now()
  for (let starts = 0; ;) {
    const state = await probe(location.cluster, passwords)
    if (typeof state === 'object') return state.socketDir
    if (state !== 'silent') heard = Date.now()
    else if (Date.now() - heard > STUCK_MS) {
      throw new ServiceError(
        'unavailable',
        `The database in ${location.cluster} runs but cannot be reached (see ${logFile}).`,
      )
    }
    const failed = await failure?.()
    if (failed)
      throw new ServiceError('unavailable', `The embedded database did not start: ${failed} (see ${logFile}).`)
    if (state === 'down' && (failure === null || failed === '')) {
      if (starts++ > 20) throw new ServiceError('unavailable', `The embedded database did not start (see ${logFile}).`)
      if (starts > 1) await sleep(500) // an earlier server's last children are ending
      failure = await startPostgres(location, await binaries(), logFile)
    }
    if (Date.now() > nextNews) {
      nextNews += 10_000
      onProgress('Waiting for the database, which recovers from an interrupted stop.')
    }
    await sleep(POLL_MS)
  }
}

/** `down`: no server is there; `busy`: one says that it starts or stops; `silent`: one is there and says nothing. */
async function probe(
  cluster: string,
  passwords: Passwords,
): Promise<{ socketDir: string } | 'busy' | 'silent' | 'down'> {
  const server = await readPidFile(cluster)
  if (!server) return 'down'
  const client = new pg.Client({
    connectionString: connectionUrl(server.socketDir, ADMIN, passwords.admin, NAME),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined) // the server may stop in this moment
  try {
    await client.connect()
    await client.end()
    return { socketDir: server.socketDir }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '53300') return { socketDir: server.socketDir }
    if (code === '28P01') {
      throw new ServiceError(
        'unavailable',
        `The password files of the database in ${cluster} do not fit it: put them back.`,
      )
    }
    if (code === '57P03') return 'busy'
    if (error instanceof pg.DatabaseError) {
      throw new ServiceError('unavailable', `The database in ${cluster} refuses the connection: ${error.message}.`)
    }
    return isServer(server.pid, cluster) ? 'silent' : 'down'
  }
}
