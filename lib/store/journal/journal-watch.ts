import pg from 'pg'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { recordSubject } from '@/lib/domain/journal-record'
import { log } from '@/lib/log'
import { journalSession } from '../database'
import { compareJournal, type JournalComparison } from './compare-journal'
import { JournalFailure } from './journal-files'
import type { JournalSession } from './journal-session'
import { journalFiles } from './open-journal'

/** Runs work on a database connection of its own: what waits for it may hold all of a pool's. */
export async function withOwnConnection<T>(work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: env().DATABASE_URL, connectionTimeoutMillis: 5000 })
  db.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end().catch(() => undefined)
  }
}

/**
 * Waits until it is known which histories the database has lost; at once when it is.
 * @throws JournalFailure or the driver's error when that cannot be known: then there is no verdict
 */
export async function journalReady(): Promise<void> {
  const session = journalSession()
  if (session.compared) return
  session.comparing ??= compareAndNote(session).finally(() => {
    session.comparing = null
  })
  await session.comparing
}

async function compareAndNote(session: JournalSession): Promise<void> {
  await withOwnConnection(async (db) => noteComparison(session, await compareJournal(db, journalFiles())))
}

/** Takes over what a comparison found. */
export function noteComparison(session: JournalSession, comparison: JournalComparison): void {
  const { missing, position, lost, absent } = comparison
  session.behind = new Set(missing.map(recordSubject))
  session.lostErasures = missing.some((record) => record.kind === 'event' && record.event.type === 'erased')
  session.unreplayed = comparison.unreplayed > 0
  session.position = position
  session.filled = comparison.filled
  session.compared = true
  const where = journalFiles().name
  if (missing.length > 0)
    log.error({ records: missing.length, histories: session.behind.size }, 'the database is behind its journal')
  if (absent) log.error({ journal: where }, 'the journal is not there: nothing can be withdrawn until it is')
  if (lost.length > 0) log.error({ journal: where, files: lost }, 'files of the journal are gone or too short')
}

/** Compares anew, also where nothing was suspected: what another process wrote to the journal is seen then. */
export async function compareAgain(): Promise<void> {
  const session = journalSession()
  await session.comparing?.catch(() => undefined)
  session.compared = false
  await journalReady()
}

/**
 * Whether the database has lost entries of this history.
 * @param id of a chain or a status list
 */
export function isBehindJournal(id: string): boolean {
  return journalSession().behind.has(id)
}

/**
 * Reads something that verdicts are made of, once it is known what the database has lost.
 * @param read resolves with what it found and the number of the last journalled transaction that it saw, where it saw it
 * @throws ServiceError `unavailable` when the database turned out to be older than it was before
 */
export async function readBesideJournal<T>(read: () => Promise<{ found: T; position: number | null }>): Promise<T> {
  await readyOrUndetermined()
  const session = journalSession()
  const known = session.position
  const { found, position } = await read()
  if (position !== null && !session.saw(position, known)) {
    log.error({ position, known }, 'the database is older than it was')
    throw undetermined('the database is older than it was')
  }
  return found
}

/**
 * @throws ServiceError `unavailable` when the database has lost entries of this history: nothing is built on it
 */
export async function refuseBehind(id: string): Promise<void> {
  await readyOrUndetermined()
  if (isBehindJournal(id)) throw undetermined('the history is behind its journal')
}

/**
 * @throws ServiceError `unavailable` when the database has lost erasures, and no replay has tried to bring them back: it
 *   cannot tell who must not be let in again
 */
export async function refuseLostErasures(): Promise<void> {
  await readyOrUndetermined()
  const { lostErasures, unreplayed } = journalSession()
  if (!lostErasures || !unreplayed) return
  const sentence =
    'The database has lost erasures that its journal knows. Nothing is issued until: certs journal replay'
  throw new ServiceError('unavailable', sentence)
}

/**
 * Whether the database was restored and no replay has looked at it yet, or nobody can tell. What is not journalled, such as
 * mail that was sent since, may then be as old as the restored state.
 * @throws the driver's error
 */
export async function mayBeRestored(): Promise<boolean> {
  try {
    await journalReady()
  } catch (error) {
    if (error instanceof JournalFailure) return true
    throw error
  }
  return journalSession().unreplayed
}

/** What stands in the way is for the operator to read, in the log or from the command. */
async function readyOrUndetermined(): Promise<void> {
  await journalReady().catch((error: unknown) => {
    throw error instanceof JournalFailure ? undetermined(error) : error
  })
}
