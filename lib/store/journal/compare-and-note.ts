import type pg from 'pg'
import { env, hasRole } from '@/lib/env'
import { log } from '@/lib/log'
import { noteServer } from '@/lib/store/database/note-server'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { readHidingTables } from '@/lib/store/database/shape/hiding-tables'
import { compareJournal, type JournalComparison } from './compare-journal'
import { JournalFailure, type JournalFiles, JournalUnwritable } from './journal-files'
import type { JournalSession } from './journal-session'
import { openKnowledge, readOn } from './keep-knowledge'
import { lookAtRestores } from './look-at-restores'
import { journalFiles } from './open-journal'

/** How long one query of a comparison may go without an answer, in milliseconds: a frozen server must not keep all who wait. */
const ANSWER_MS = 30_000

/** The public side and the signer read the journal: its folder is not theirs, and neither are the marks of what it holds. */
export function writesJournal(): boolean {
  return hasRole('desk') && env().SIGNER_DIR === undefined
}

/**
 * Reads on in the journal, compares the database with it, and takes over what that finds.
 * @throws JournalFailure or the driver's error when nothing can be found
 */
export async function compareAndNote(session: JournalSession): Promise<void> {
  const files = journalFiles()
  let { changes } = session
  try {
    session.knowledge ??= await openKnowledge(files)
    await readOn(files, session.knowledge)
    const compare = async (db: pg.Client) => {
      // What is compared is the server of this connection; those that are open may all lead to the one before.
      await noteServer(db, session)
      changes = session.changes
      session.hiding = await readHidingTables(db)
      if (session.hiding.length > 0)
        log.error({ tables: session.hiding }, 'the database may hide rows: nothing is checked')
      await lookAtRestores(session, db)
      noteComparison(session, await compareWith(db, files))
    }
    await withOwnConnection(compare, { answerMs: ANSWER_MS })
    // Another one may have been found meanwhile.
    session.compared = session.changes === changes
    session.unreadable = false
  } catch (error) {
    // A database that gives no further connection takes nothing away from what the journal knows.
    if (error instanceof JournalFailure) {
      session.compared = false
      session.unreadable = true
    }
    throw error
  } finally {
    session.comparing = null
  }
}

/** What waits for a journal that takes nothing more stays where it is, and keeps nothing from being compared. */
async function compareWith(db: pg.Client, files: JournalFiles): Promise<JournalComparison & { full?: true }> {
  try {
    return await compareJournal(db, files, { writes: writesJournal() })
  } catch (error) {
    if (!(error instanceof JournalUnwritable)) throw error
    log.error({ err: error }, 'the journal takes nothing more: nothing can be withdrawn until it does')
    return { ...(await compareJournal(db, files, { writes: false })), full: true }
  }
}

/** Takes over what a comparison found. */
function noteComparison(session: JournalSession, comparison: JournalComparison & { full?: true }): void {
  const { missing, lost, absent, full } = comparison
  session.lostErasures = missing.some((record) => record.kind === 'event' && record.event.type === 'erased')
  session.unreplayed = comparison.unreplayed > 0
  session.filled = comparison.filled
  session.unwritable = absent || full === true
  const where = journalFiles().name
  if (missing.length > 0) log.error({ records: missing.length }, 'the database is behind its journal')
  if (absent) log.error({ journal: where }, 'the journal is not there: nothing can be withdrawn until it is')
  if (lost.length > 0) log.error({ journal: where, files: lost }, 'files of the journal are gone or too short')
}
