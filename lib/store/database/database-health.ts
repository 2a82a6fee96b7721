import { workingPool } from './database'

/** The state of the database, as the doctor reports it. */
interface DatabaseHealth {
  version: string
  inRecovery: boolean
  readOnly: boolean
  synchronousCommit: string
  /** Settings of the server that are off, and let a crash of the machine damage the database. */
  unsafe: string[]
  certificates: number
  /** Whether the connection is encrypted; null where it stays on this machine. */
  encrypted: boolean | null
  /** Milliseconds between the database's clock and ours; positive when the database's is ahead. */
  clockDifferenceMs: number
}

/** Asks the database how it is. */
export async function readDatabaseHealth(): Promise<DatabaseHealth> {
  const { rows } = await workingPool().query<Omit<DatabaseHealth, 'clockDifferenceMs'> & { now: number }>(
    `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS "inRecovery",
       current_setting('transaction_read_only') = 'on' AS "readOnly",
       current_setting('synchronous_commit') AS "synchronousCommit",
       ARRAY(SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY 1) AS unsafe,
       (SELECT count(*) FROM certificates)::float8 AS certificates,
       (SELECT ssl FROM pg_catalog.pg_stat_ssl WHERE pid = pg_catalog.pg_backend_pid()
          AND NOT pg_catalog.inet_client_addr() <<= ANY ('{127.0.0.0/8,::1/128}'::inet[])) AS encrypted,
       extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`,
  )
  const row = rows[0]
  if (!row) throw new Error('the database did not answer')
  const { now, ...health } = row
  return { ...health, clockDifferenceMs: Math.round(now - Date.now()) }
}
