import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { pendingMigrations } from '@/lib/store/migrate'
import { onServingPool } from '@/lib/store/on-serving-pool'
import { servingGuard } from '@/lib/store/serving-guard'

let migrated = false
let asking: Promise<boolean> | undefined

/**
 * Whether this process can answer: the database answers as primary and no migration is pending (definitions.md part 5).
 * Whoever asks meanwhile gets the same answer, so that no number of questions uses up the connections. Behind the same
 * guard as the checks: a process is not called ready while it answers them with 503.
 */
export function databaseReady(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

/** Migrations are looked at until there is none: a process never gets older than its own files. */
async function ask(): Promise<boolean> {
  try {
    return await servingGuard().run(async () => {
      const { rows } = await onServingPool((pool) =>
        pool.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica'),
      )
      if (rows[0]?.replica !== false) return false
      migrated ||= (await pendingMigrations(env().DATABASE_URL ?? '')).length === 0
      return migrated
    })
  } catch (error) {
    log.warn({ err: error }, 'not ready: the database does not answer')
    return false
  }
}
