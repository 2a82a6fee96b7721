import type pg from 'pg'
import type { Transaction } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'

/** A connection that holds an issuer's import lock and the staged rows of one file, which no other connection sees. */
export type ImportSession = pg.Client

/** Longer than any statement about the rows of the largest file takes, in milliseconds; a frozen server would be waited for until it ends. */
const ANSWER_MS = 15 * 60_000

/** A killed run's connection ends a moment after its process; a run that is alive keeps the lock longer. */
const LOCK_WAIT_MS = 3000
const LOCK_NOT_AVAILABLE = '55P03'

const RUN_LOCK = "hashtextextended('import:' || $1, 0)"
const CHUNK_LOCK = "hashtextextended('import chunk:' || $1, 0)"

/**
 * Runs work on a connection of its own while no other process issues from a file for this issuer. It is of no pool: the work
 * asks the pool for further ones. The rows are staged in a temporary table: what they say of people is gone with the
 * connection, also when the process is killed.
 * @returns null when another process is at it
 */
export async function withImportSession<T>(
  issuerId: string,
  work: (session: ImportSession) => Promise<T>,
): Promise<T | null> {
  const staged = async (session: ImportSession) => {
    if (!(await takeLock(session, issuerId))) return null
    await session.query(STAGED_ROWS)
    return work(session)
  }
  return withOwnConnection(staged, { answerMs: ANSWER_MS })
}

/**
 * Marks a transaction as one that issues from a file: a later run waits for it, also for the last commit of a process
 * that was killed while the commit was on its way.
 */
export async function holdChunkLock(tx: Transaction, issuerId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${CHUNK_LOCK})`, [issuerId])
}

const STAGED_ROWS = `CREATE TEMPORARY TABLE staged_rows (
  line int PRIMARY KEY,
  row_hash text NOT NULL,
  occurrence int NOT NULL DEFAULT 0,
  serial_key text,
  cells text NOT NULL,
  error text,
  certificate_id uuid
)`

async function takeLock(session: ImportSession, issuerId: string): Promise<boolean> {
  await session.query(`SET lock_timeout = ${LOCK_WAIT_MS}`)
  try {
    await session.query(`SELECT pg_advisory_lock(${RUN_LOCK})`, [issuerId])
    await session.query(`SELECT pg_advisory_lock(${CHUNK_LOCK}), pg_advisory_unlock(${CHUNK_LOCK})`, [issuerId])
    return true
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false
    throw error
  } finally {
    await session.query('SET lock_timeout = 0')
  }
}
