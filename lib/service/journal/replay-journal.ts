import { type JournalRecord, recordSubject } from '@/lib/domain/history/journal-record'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { compareJournal } from '@/lib/store/journal/compare-journal'
import { compareAgain, withOwnConnection } from '@/lib/store/journal/journal-watch'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { lockServiceKeys } from '@/lib/store/keys/service-keys'
import { noteRefusal } from '@/lib/store/journal/journal-refusals'
import {
  type HeldBack,
  holdBackRestored,
  listRestoredAccess,
  type RestoredAccess,
} from '@/lib/store/records/restored-data'
import { finishErasures } from '../erasure/finish-erasures'
import { replayRecord } from './replay-record'

/** The result of a replay. */
export interface JournalReplay {
  /** Records that the database has now and had not before. */
  applied: number
  /** Those that could not be, with the reason. Their histories stay undetermined. */
  refused: { subject: string; what: string; reason: string }[]
  /** What else of a restored database was put out of effect, and who gets in by it; null where it was not restored. */
  restored: (HeldBack & RestoredAccess) | null
}

/**
 * Brings the database up to what its journal knows (docs/decisions/0031): in the order in which it was committed, all in
 * one transaction; a record that cannot be applied is left out with a reason, and its history stays undetermined. Of
 * what the journal does not know, mail that waits, public passports and sessions are put out of effect once a restore.
 * @param options `restored`: the operator says that the database was restored, also where nothing journalled was lost
 * @throws ServiceError `unavailable`; JournalFailure
 */
export async function replayJournal(options: { restored?: boolean } = {}): Promise<JournalReplay> {
  // All of it: what the database says of how far it contains the journal is as old as the database is, or somebody's word.
  const { missing, unreplayed } = await withOwnConnection((db) => compareJournal(db, journalFiles(), { whole: true }))
  const restored = unreplayed > 0 || options.restored === true
  // Stable: within one transaction the order is that of its lines. The service's keys first: one that ended signs nothing.
  const records = missing.toSorted((one, other) => rank(one) - rank(other) || one.position - other.position)
  const replay: JournalReplay = { applied: 0, refused: [], restored: null }
  if (records.length > 0 || restored) {
    await transaction(async (tx) => {
      if (restored) replay.restored = { ...(await holdBackRestored(tx)), ...(await listRestoredAccess(tx)) }
      await replayAll(tx, records, replay)
    })
  }
  await compareAgain()
  // What came back is told all the same; the doctor tells of an erasure that is not complete.
  await finishErasures().catch((error: unknown) => {
    log.error({ err: error }, 'erasures could not be completed')
  })
  return replay
}

function rank(record: JournalRecord): number {
  return record.kind === 'key' && record.table === 'service_keys' ? 0 : 1
}

async function replayAll(tx: Transaction, records: readonly JournalRecord[], replay: JournalReplay): Promise<void> {
  await lockServiceKeys(tx)
  const erased = new Set(
    records.flatMap((record) =>
      record.kind === 'event' && record.event.type === 'erased' ? record.event.chainId : [],
    ),
  )
  for (const record of records) {
    await tx.query('SAVEPOINT record')
    try {
      const toBeErased = record.kind === 'event' && erased.has(record.event.chainId)
      if (await replayRecord(tx, record, toBeErased)) replay.applied += 1
      await tx.query('RELEASE SAVEPOINT record')
    } catch (error) {
      await tx.query('ROLLBACK TO SAVEPOINT record')
      log.debug({ err: error }, 'a record of the journal was not replayed')
      await noteRefusal(tx, record)
      const what = record.kind === 'event' ? record.event.type : record.kind
      replay.refused.push({ subject: recordSubject(record), what, reason: explain(error) })
    }
  }
}

/** A foreign key that is missing: the database has never heard of what the record speaks of. */
const UNKNOWN = '23503'

function explain(error: unknown): string {
  if (error instanceof ServiceError) return error.message
  if ((error as { code?: unknown }).code === UNKNOWN) return 'The database does not know what it speaks of.'
  return 'The database refuses it.'
}
