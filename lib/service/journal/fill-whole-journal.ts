import { requireOwnKey } from '@/lib/service/keys/is-under-another-key'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { fillJournal } from '@/lib/store/journal/fill-journal'
import { dropForeignEntries } from '@/lib/store/journal/journal-outbox'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { forgetLostSegments } from '@/lib/store/journal/lost-segments'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { genuineRecords } from './genuine-record'

/**
 * Writes everything that the database holds to the journal, for a journal that was lost. Its lost entries are then no
 * longer missed.
 * @returns how many records
 * @throws JournalFailure; ServiceError `unavailable` under another key than the database's
 */
export async function fillWholeJournal(): Promise<number> {
  await requireOwnKey()
  const records = await withOwnConnection(async (db) => {
    const written = await fillJournal(db, journalFiles(), await genuineRecords())
    await forgetLostSegments(db, journalFiles())
    await dropForeignEntries(db)
    return written
  })
  await compareAgain()
  return records
}
