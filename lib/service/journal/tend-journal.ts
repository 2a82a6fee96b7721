import { log } from '@/lib/log'
import { finishErasures } from '@/lib/service/erasure/finish-erasures'
import { journalSession } from '@/lib/store/database/note-server'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { fillJournal } from '@/lib/store/journal/fill-journal'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { genuineRecords } from './genuine-record'

/** Brings a journal and erasures to their end that an upgrade or a crash left; `keepJournal` has compared it before. */
export function tendJournal(): void {
  if (!journalSession().filled) void fill()
  void finishErasures().catch((error: unknown) => {
    log.error({ err: error }, 'erasures could not be completed')
  })
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
