import pg from 'pg'
import { log } from '@/lib/log'
import { databaseUrl } from './database-url'
import { Deadline } from './deadline'
import { connectDeadlineMs } from './deadlines'
import { endConnection } from './end-connection'
import { prepareSession } from './session/prepare-session'
import { watchSilence } from './silence/end-silent-connections'

interface OwnConnection {
  /** How long a query may go without an answer, in milliseconds; left out for what may take long while the database works on it. */
  answerMs?: number
  /** Where it leads; left out for the database of this process. */
  url?: string
  prepare?: (db: pg.Client) => Promise<void>
  /** How long connecting may take, in milliseconds; left out for as long as the configuration says. */
  connectMs?: number
}

/**
 * Runs work on a database connection of its own: those who wait for it may hold all connections of a pool, or it is of the
 * owner of the tables.
 * @throws the driver's error; DeadlineError where nobody answers
 */
export async function withOwnConnection<T>(
  work: (db: pg.Client) => Promise<T>,
  { answerMs, url = databaseUrl(), prepare = prepareSession, connectMs = connectDeadlineMs() }: OwnConnection = {},
): Promise<T> {
  const db = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    query_timeout: answerMs,
  })
  db.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  await db.connect()
  const watch = watchSilence(url, connectMs)
  try {
    await new Deadline(connectMs).limit(prepare(db))
    if (answerMs === undefined) watch.hold(db)
    return await work(db)
  } finally {
    watch.release(db)
    await endConnection(db)
  }
}
