import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { clocksAgree } from '@/lib/store/database/database-clock'
import { databaseUrl } from '@/lib/store/database/database-url'
import { journalSession } from '@/lib/store/database/note-server'
import { onServingPool } from '@/lib/store/database/on-serving-pool'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { HIDING_SQL } from '@/lib/store/database/shape/hiding-tables'
import { CLOCK_NOW } from '@/lib/store/database/sql-time'
import { knownServiceKeys } from '@/lib/store/evidence/trusted-signatures'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { readServiceKeys } from '@/lib/store/keys/service-keys'
import { pendingMigrations } from '@/lib/store/migrations/migrate'

let migrated = false
let asking: Promise<boolean> | undefined

/**
 * Whether this process can answer: the database answers as primary and no migration is pending (spec part 5).
 * Whoever asks meanwhile gets the same answer, so that no number of questions uses up the connections. Behind the same
 * guard as the checks: a process is not called ready while it answers them with 503.
 * @throws ServiceError `unavailable` when the database takes no changes or may hide rows, its clock and this process's disagree, or no key of the service passes its check
 *   under the key of this process: no check is answered then
 */
export function databaseReady(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

const STATE_SQL = `SELECT pg_catalog.pg_is_in_recovery() AS replica, ${CLOCK_NOW}::float8 AS now,
  pg_catalog.current_setting('transaction_read_only') = 'on' AS "readOnly", ${HIDING_SQL} AS hiding`
const REPLICA = 'The database is a replica (pg_is_in_recovery): nothing is checked on it.'
const READ_ONLY = 'The database is set to read-only (default_transaction_read_only).'
const HIDING = 'The database may hide rows of the service: certs doctor names the tables.'
const CLOCKS = 'The clocks of the database and of this process are more than 30 seconds apart.'
const ANOTHER_DATABASE =
  'The database has no key of the service, and its journal knows one: it is another database, or was emptied.'
const ANOTHER_KEY = 'Nothing in the database passes its check under the key of this process.'

/** Migrations are looked at until there is none: a process never gets older than its own files. */
async function ask(): Promise<boolean> {
  try {
    return await servingGuard().run(async () => {
      const sentAt = Date.now()
      const { rows } = await onServingPool((pool) =>
        pool.query<{ replica: boolean; now: number; readOnly: boolean; hiding: string[] }>(STATE_SQL),
      )
      const [state] = rows
      if (!state) return false
      if (state.replica) throw new ServiceError('unavailable', REPLICA)
      if (state.readOnly) throw new ServiceError('unavailable', READ_ONLY)
      if (state.hiding.length > 0) throw new ServiceError('unavailable', HIDING)
      if (!clocksAgree(state.now, sentAt)) throw new ServiceError('unavailable', CLOCKS)
      migrated ||= (await pendingMigrations(databaseUrl())).length === 0
      if (migrated) await requireOwnKeys()
      return migrated
    })
  } catch (error) {
    log.warn(
      { err: error },
      'not ready: the database does not answer, takes no changes, may hide rows, its clock is wrong, or it has another key',
    )
    if (
      error instanceof ServiceError &&
      [REPLICA, READ_ONLY, HIDING, CLOCKS, ANOTHER_KEY, ANOTHER_DATABASE].includes(error.message)
    )
      throw error
    return false
  }
}

/** On the connections of the checks, which stay when nothing else does. */
async function requireOwnKeys(): Promise<void> {
  const rows = await readServiceKeys()
  if (rows.length > 0 && knownServiceKeys(rows, keyEncryptionKey()).length === 0)
    throw new ServiceError('unavailable', ANOTHER_KEY)
  // What is known by now: a journal that is not there yet says nothing.
  if (rows.length === 0 && (journalSession().knowledge?.missingKeys([]) ?? []).length > 0)
    throw new ServiceError('unavailable', ANOTHER_DATABASE)
}
