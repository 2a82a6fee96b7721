import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { journalSession } from '@/lib/store/database/database'
import { JournalFailure } from '@/lib/store/journal/journal-files'
import { fillJournal } from '@/lib/store/journal/fill-journal'
import { compareAgain, journalReady, withOwnConnection } from '@/lib/store/journal/journal-watch'
import { finishErasures } from '../erasure/finish-erasures'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { genuineRecords } from './genuine-record'

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
  if (!journalSession().filled) void fill()
  void finishErasures().catch((error: unknown) => {
    log.error({ err: error }, 'erasures could not be completed')
  })
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = compareAgain().catch((error: unknown) => {
      log.error({ err: error }, 'the database could not be compared with its journal')
    })
  }, COMPARE_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function fill(): Promise<void> {
  try {
    const isGenuine = await genuineRecords()
    const records = await withOwnConnection((db) => fillJournal(db, journalFiles(), isGenuine))
    log.info({ records }, 'changes from before there was a journal are in it now')
  } catch (error) {
    log.error({ err: error }, 'the journal could not be filled')
  }
}
