import { ServiceError } from '@/lib/errors'
import { keepDoing } from '@/lib/keep-doing'
import { JournalFailure } from '@/lib/store/journal/journal-files'
import { compareAgain, journalReady } from '@/lib/store/journal/journal-watch'

/**
 * The interval at which the journal entries of other processes are read, in milliseconds: they count here within 15
 * seconds.
 */
const COMPARE_MS = 10_000

/**
 * Reads the journal and compares the database with it before anything is served, and again and again from then on.
 * @returns what ends it
 * @throws ServiceError a sentence, when the journal cannot be read: nothing would be answered then
 */
export async function keepJournal(): Promise<() => Promise<void>> {
  await journalReady().catch((cause: unknown) => {
    if (!(cause instanceof JournalFailure)) throw cause
    throw new ServiceError('unavailable', cause.message, { cause })
  })
  return keepDoing(compareAgain, {
    everyMs: COMPARE_MS,
    firstMs: COMPARE_MS,
    failed: 'the database could not be compared with its journal',
  })
}
