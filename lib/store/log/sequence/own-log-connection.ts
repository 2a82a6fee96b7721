import pg from 'pg'
import { log } from '@/lib/log'
import { databaseUrl } from '@/lib/store/database/database-url'
import { connectDeadlineMs } from '@/lib/store/database/deadlines'
import { endConnection } from '@/lib/store/database/end-connection'
import { noteServer } from '@/lib/store/database/note-server'
import { prepareSession } from '@/lib/store/database/session/prepare-session'

/** How long one query may go without an answer, in milliseconds: whoever publishes waits for no server that has frozen. */
const ANSWER_MS = 60_000

/** A connection for a sequencer: it holds the lock as long as it lasts, so no pool may have it. */
export async function ownLogConnection(): Promise<pg.Client> {
  const db = new pg.Client({
    connectionString: databaseUrl(),
    application_name: 'certificate-verification log',
    connectionTimeoutMillis: connectDeadlineMs(),
    keepAlive: true,
    query_timeout: ANSWER_MS,
  })
  db.on('error', (error) => log.warn({ err: error }, 'the connection of the public log broke'))
  await db.connect()
  try {
    await prepareSession(db)
    await noteServer(db)
    await db.query("SELECT pg_catalog.set_config('synchronous_commit', 'on', false)")
    return db
  } catch (error) {
    await endConnection(db)
    throw error
  }
}
