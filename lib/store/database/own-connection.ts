import pg from 'pg'
import { log } from '@/lib/log'
import { databaseUrl } from './database-url'
import { Deadline } from './deadline'
import { connectDeadlineMs } from './deadlines'
import { endConnection } from './end-connection'
import { prepareSession } from './prepare-session'

/**
 * Runs work on a database connection of its own, because those who wait for it may hold all connections of a pool.
 * @param options `answerMs`: how long a query may go without an answer; left out for what may take long
 */
export async function withOwnConnection<T>(
  work: (db: pg.Client) => Promise<T>,
  { answerMs }: { answerMs?: number } = {},
): Promise<T> {
  const db = new pg.Client({
    connectionString: databaseUrl(),
    connectionTimeoutMillis: connectDeadlineMs(),
    keepAlive: true,
    query_timeout: answerMs,
  })
  db.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  await db.connect()
  try {
    await new Deadline(connectDeadlineMs()).limit(prepareSession(db))
    return await work(db)
  } finally {
    await endConnection(db)
  }
}
