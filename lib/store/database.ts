import pg from 'pg'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { closePrisma } from './prisma'

/** How long a public request waits for the database, in milliseconds; past that it is 503 (definitions.md part 3). */
export const SERVING_DEADLINE_MS = 2000

interface Pools {
  serving?: pg.Pool | undefined
  working?: pg.Pool | undefined
}

// One holder a process: Next's bundles and ours hold copies of this module, which must share the connections.
const holder = globalThis as typeof globalThis & { certificateServicePools?: Pools }

function pools(): Pools {
  return (holder.certificateServicePools ??= {})
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString: env().DATABASE_URL, application_name: 'certificate-verification', ...options })
  // A connection that breaks while idle is replaced by the next request; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  return pool
}

/** Connections for answering requests: nothing on them takes longer than `SERVING_DEADLINE_MS`. Opened at first use. */
export function servingPool(): pg.Pool {
  return (pools().serving ??= openPool({
    max: 8,
    connectionTimeoutMillis: SERVING_DEADLINE_MS,
    statement_timeout: SERVING_DEADLINE_MS,
    query_timeout: SERVING_DEADLINE_MS,
    idle_in_transaction_session_timeout: 5000,
  }))
}

/** Connections for work that may take long: issuing, imports, the operator's command. Opened at first use. */
export function workingPool(): pg.Pool {
  return (pools().working ??= openPool({ max: 4, connectionTimeoutMillis: 10_000 }))
}

export type Transaction = pg.PoolClient

/**
 * Runs work in one transaction on the working pool: committed when it resolves, rolled back when it rejects.
 * @throws what the work throws, or the driver's error
 */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await workingPool().connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Closes every connection of this process. The next use opens new ones. */
export async function closeDatabase(): Promise<void> {
  const { serving, working } = pools()
  holder.certificateServicePools = {}
  await Promise.all([serving?.end(), working?.end(), closePrisma()])
}
