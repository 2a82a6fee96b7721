import pg from 'pg'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { prepareSession } from '@/lib/store/database/prepare-session'

/** A connection for a sequencer: it holds the lock as long as it lasts, so no pool may have it. */
export async function ownLogConnection(): Promise<pg.Client> {
  const db = new pg.Client({
    connectionString: env().DATABASE_URL,
    application_name: 'certificate-verification log',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  db.on('error', (error) => log.warn({ err: error }, 'the connection of the public log broke'))
  await db.connect()
  try {
    await prepareSession(db)
    await db.query("SELECT pg_catalog.set_config('synchronous_commit', 'on', false)")
    return db
  } catch (error) {
    await db.end().catch(() => undefined)
    throw error
  }
}
