import type pg from 'pg'
import { log } from '@/lib/log'
import { appendEntry, type JournalEntry, ownEntry } from './journal-entry'
import { JournalFailure, type JournalFiles, JournalUnwritable } from './journal-files'

/**
 * Writes committed entries to the journal that did not reach it, or are not known to have. Writing one twice does no
 * harm.
 * @returns how many entries were left where they are, since the service did not make them
 * @throws JournalUnwritable when the journal does not take them
 */
export async function emptyOutbox(db: pg.Client, files: JournalFiles): Promise<number> {
  const { own, foreign } = await readOutbox(db)
  for (const entry of own) {
    await appendEntry(files, entry).catch((error: unknown) => {
      throw error instanceof JournalFailure ? new JournalUnwritable(error.message, { cause: error }) : error
    })
    await db.query('DELETE FROM journal_outbox WHERE id = $1', [entry.id])
  }
  if (foreign.length > 0)
    log.error({ entries: foreign.length }, 'the journal’s outbox holds what the service did not put there')
  return foreign.length
}

/** Takes out what the service did not make: once everything that the database holds was written to the journal. */
export async function dropForeignEntries(db: pg.Client): Promise<void> {
  const { foreign } = await readOutbox(db)
  await db.query('DELETE FROM journal_outbox WHERE id = ANY($1::uuid[])', [foreign])
}

async function readOutbox(db: pg.Client): Promise<{ own: JournalEntry[]; foreign: string[] }> {
  const { rows } = await db.query<JournalEntry>(
    'SELECT id, position, lines, enclosures FROM journal_outbox ORDER BY position',
  )
  const own = rows.map(ownEntry)
  return {
    own: own.filter((entry) => entry !== null),
    foreign: rows.filter((_, index) => own[index] === null).map(({ id }) => id),
  }
}
