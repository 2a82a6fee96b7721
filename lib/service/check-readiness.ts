import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { servingPool } from '@/lib/store/database'
import { pendingMigrations } from '@/lib/store/migrate'

let migrated = false

/**
 * Whether this process can answer: the database answers as primary and no migration is pending (definitions.md part 5).
 * Migrations are looked at until there is none: a process never gets older than its own files.
 */
export async function databaseReady(): Promise<boolean> {
  try {
    const { rows } = await servingPool().query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica')
    if (rows[0]?.replica !== false) return false
    migrated ||= (await pendingMigrations(env().DATABASE_URL ?? '')).length === 0
    return migrated
  } catch (error) {
    log.warn({ err: error }, 'not ready: the database does not answer')
    return false
  }
}
