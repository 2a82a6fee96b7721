import { ServiceError, undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { workingPool } from '@/lib/store/database/database'
import { journalSession } from '@/lib/store/database/note-server'
import { hidingReason } from '@/lib/store/database/shape/hiding-tables'
import { compareAndNote, writesJournal } from './compare-and-note'
import { JournalFailure } from './journal-files'
import { journalForgotten } from './journal-forgotten'
import type { HistoryEntry, JournalKnowledge } from './journal-knowledge'
import { saveKnowledge } from './keep-knowledge'
import { journalFiles } from './open-journal'

/**
 * Waits until it is known what the journal knows, and how the database stands to it; at once when it is.
 * @throws JournalFailure or the driver's error when that cannot be known: then there is no verdict
 */
export async function journalReady(): Promise<void> {
  const session = journalSession()
  // Once more where another server was found meanwhile.
  while (!session.compared) {
    session.comparing ??= compareAndNote(session)
    await session.comparing
  }
}

/**
 * Notes what was forgotten, reads on in the journal, and compares the database with it: what another process wrote is known then.
 * Verdicts go on meanwhile, by what was known before.
 * @throws as `journalReady`
 */
export async function compareAgain(): Promise<void> {
  const session = journalSession()
  // What could not be written waits, and keeps nothing from being compared.
  if (writesJournal())
    await journalForgotten().catch((error: unknown) =>
      log.error({ err: error }, 'what was forgotten is not journalled'),
    )
  // One that is under way may have read on already.
  await session.comparing?.catch(() => undefined)
  session.comparing ??= compareAndNote(session)
  await session.comparing
  // Not where a verdict waits.
  if (session.knowledge && writesJournal()) await saveKnowledge(journalFiles(), session.knowledge)
}

/**
 * Reads something that verdicts are made of, and compares it with the journal. What seems behind is read once more where anything was
 * learnt meanwhile: a change may have been committed and journalled between the reading and the comparison. All that was known before was
 * committed before.
 * @param lacks which of the histories in it lack what the journal knows
 * @returns what was read last, what it lacks, and what the journal knows
 * @throws ServiceError `unavailable` when nobody can tell what the journal knows
 */
export async function readBesideJournal<T extends { restores: number } | null>(
  read: () => Promise<T>,
  lacks: (found: T, knowledge: JournalKnowledge) => ReadonlySet<string>,
): Promise<{ found: T; behind: ReadonlySet<string>; knowledge: JournalKnowledge }> {
  for (let tries = 1; ; tries++) {
    const knowledge = await knownByJournal()
    const session = journalSession()
    const { changes, restores } = session
    const { learnt } = knowledge
    let found = await read()
    let behind = lacks(found, knowledge)
    if (behind.size > 0 && knowledge.learnt !== learnt) {
      found = await read()
      behind = lacks(found, knowledge)
    }
    if (found !== null) session.sawRestores(found.restores, restores)
    // A reading may open the first connection to another server: what was compared is the one before.
    if (session.changes !== changes) {
      if (tries === MOST_TRIES) throw undetermined('the connections lead to more than one database')
      continue
    }
    const unsaid = session.said.take(behind, performance.now())
    if (unsaid.length > 0) log.error({ histories: unsaid }, 'the database lacks what its journal knows')
    return { found, behind, knowledge }
  }
}

/** How often a reading is made where each finds another server. */
const MOST_TRIES = 3

/**
 * @param entries of a chain, as they were read under its lock
 * @throws ServiceError `unavailable` when they lack what the journal knows: nothing is built on them
 */
export async function refuseBehind(chainId: string, entries: readonly HistoryEntry[]): Promise<void> {
  const knowledge = await knownByJournal()
  if (knowledge.isBehind(chainId, entries)) throw undetermined('the history is behind its journal')
}

/**
 * Whether the journal has an entry of a history.
 * @throws ServiceError `unavailable` when nobody can tell
 */
export async function knowsHistory(chainId: string): Promise<boolean> {
  return (await learntFromJournal()).knows(chainId)
}

/**
 * Whether a key of the service has ended, whatever its row says.
 * @throws ServiceError `unavailable` when nobody can tell
 */
export async function hasEnded(serviceKeyId: string): Promise<boolean> {
  // Asked while a restore is compared, too.
  return (await learntFromJournal()).endedKeys.has(serviceKeyId)
}

/**
 * Whether the journal knows a key of the service that is not among these.
 * @throws ServiceError `unavailable` when nobody can tell
 */
export async function lacksServiceKey(ids: readonly string[]): Promise<boolean> {
  return (await learntFromJournal()).missingKeys(ids).length > 0
}

/**
 * @throws ServiceError `unavailable` when the database has lost erasures, and no replay has tried to bring them back: it
 *   cannot tell who must not be let in again
 */
export async function refuseLostErasures(): Promise<void> {
  await knownByJournal()
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
  const { unreplayed, uncompared, contradicted } = journalSession()
  return unreplayed || uncompared || contradicted
}

/** The same, where nothing that is compared is read before what is asked about: a backup may have been put into the database since. */
export async function mayBeRestoredNow(): Promise<boolean> {
  const { rows } = await workingPool().query<{ count: number }>('SELECT count(*)::int AS count FROM restores')
  const session = journalSession()
  session.sawRestores(rows[0]?.count ?? 0, session.restores)
  return mayBeRestored()
}

/**
 * What verdicts are compared with.
 * @throws ServiceError `unavailable` while a restored database was not compared, a witness knows of a later one, or tables may hide rows, either
 */
async function knownByJournal(): Promise<JournalKnowledge> {
  const knowledge = await learntFromJournal()
  if (journalSession().uncompared)
    throw undetermined('the database was restored and not compared: certs journal replay')
  if (journalSession().contradicted)
    throw undetermined('a witness has confirmed a later tree of the public log: certs log resume')
  if (journalSession().hiding.length > 0) throw undetermined(hidingReason(journalSession().hiding))
  return knowledge
}

/** What stands in the way is for the operator to read, in the log or from the command. */
async function learntFromJournal(): Promise<JournalKnowledge> {
  await journalReady().catch((error: unknown) => {
    throw error instanceof JournalFailure ? undetermined(error) : error
  })
  const { knowledge } = journalSession()
  if (!knowledge) throw undetermined('the journal was closed meanwhile')
  return knowledge
}
