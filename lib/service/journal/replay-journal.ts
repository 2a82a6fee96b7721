import { type JournalRecord, recordSubject } from '@/lib/domain/history/journal-record'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { requireOwnKey } from '@/lib/service/keys/is-under-another-key'
import { holdsNothing } from '@/lib/store/backup/copy-in'
import {
  type ComparedWith,
  isCompared,
  listRestores,
  settleRestore,
  type StoredRestore,
} from '@/lib/store/backup/restores'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { findStatusListIds } from '@/lib/store/evidence/status-lists'
import { compareJournal } from '@/lib/store/journal/compare-journal'
import { noteRefusal } from '@/lib/store/journal/journal-refusals'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { readStatusRecords } from '@/lib/store/journal/read-journal'
import { keyEncryptionKey, requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { lockServiceKeys } from '@/lib/store/keys/service-keys'
import { headStore, logStore } from '@/lib/store/log/open-log-store'
import { letLogGoOn } from '@/lib/store/log/restored-log'
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
  /** Backups that this database was restored from, and that were compared with nothing newer: every check is undetermined. */
  uncompared: string[]
}

/**
 * Brings the database up to what its journal knows (docs/decisions/0031): in the order in which it was committed, all in
 * one transaction; a record that cannot be applied is left out with a reason, and its history stays undetermined. Of
 * what the journal does not know, mail that waits, public passports and sessions are put out of effect once a restore.
 * A restore from a backup is settled where the journal is newer than that backup, or its losses are accepted.
 * @param options `restored`: the operator says that the database was restored, also where nothing journalled was lost;
 *   `acceptLoss`: they accept that what happened after the backup is lost
 * @throws ServiceError `unavailable`; JournalFailure
 */
export async function replayJournal(
  options: { restored?: boolean; acceptLoss?: boolean } = {},
): Promise<JournalReplay> {
  await requireOwnKey()
  // All of it: what the database says of how far it contains the journal is as old as the database is, or somebody's word.
  const { missing, unreplayed, highest } = await withOwnConnection((db) =>
    compareJournal(db, journalFiles(), { whole: true }),
  )
  // Single keys that came back into an empty one would make it look like the one that the journal is of.
  if (missing.length > 0 && (await withOwnConnection(holdsNothing))) {
    const sentence = 'The database is empty, and its journal is of one that was not. Nothing was changed.'
    throw new ServiceError('unavailable', `${sentence} Put the newest backup in place first: certs restore FOLDER`)
  }
  const settled = await settleable(options.acceptLoss === true)
  // A restore that was broken off before its replay is one all the same: until it is settled, nothing was put out of effect for good.
  const waits = settled.restores.length + settled.left.length > 0
  const restored = unreplayed > 0 || waits || options.restored === true
  const records = inOrder(missing)
  const replay: JournalReplay = { applied: 0, refused: [], restored: null, uncompared: settled.left }
  if (records.length > 0 || restored) {
    // The log of a restored database is stopped, and goes on by `resumeLog` only: nothing waits for it here.
    await transaction(
      async (tx) => {
        const held = restored ? await holdBackRestored(tx) : null
        await replayWithLists(tx, records, replay)
        // What is changed from now on comes after all that was brought back, in the next replay too.
        await tx.query('UPDATE journal_position SET position = greatest(position, $1)', [highest])
        // Those who are left: who was erased is named no more.
        if (held) replay.restored = { ...held, ...(await listRestoredAccess(tx)) }
        for (const [restore, comparedWith] of settled.restores) await settle(tx, restore, comparedWith)
      },
      { waits: false },
    )
  }
  await compareAgain()
  // What came back is told all the same; the doctor tells of an erasure that is not complete.
  await finishErasures().catch((error: unknown) => {
    log.error({ err: error }, 'erasures could not be completed')
  })
  return replay
}

/** Which restores can be settled now, by what; and the backups of those that cannot. */
async function settleable(acceptLoss: boolean) {
  const restores: [StoredRestore, ComparedWith][] = []
  const left: string[] = []
  for (const restore of await withOwnConnection(listRestores)) {
    if (isCompared(restore, keyEncryptionKey())) continue
    if (await journalFiles().knowsBackup(restore.backupId)) restores.push([restore, 'journal'])
    else if (acceptLoss) restores.push([restore, 'lost'])
    else left.push(restore.backupId)
  }
  return { restores, left }
}

async function settle(tx: Transaction, restore: StoredRestore, comparedWith: ComparedWith): Promise<void> {
  await settleRestore(tx, requireKeyEncryptionKey(), restore, comparedWith, await databaseTime(tx))
  if (comparedWith === 'journal') await letLogGoOn(tx, { store: logStore, journal: headStore() })
}

/** Stable: within one transaction the order is that of its lines. The service's keys first: one that ended signs nothing. */
function inOrder(records: readonly JournalRecord[]): JournalRecord[] {
  return records.toSorted((one, other) => rank(one) - rank(other) || one.position - other.position)
}

function rank(record: JournalRecord): number {
  return record.kind === 'key' && record.table === 'service_keys' ? 0 : 1
}

/** With the bits of lists that came back with a correction: before, the database had never heard of them, and nothing of theirs was missing. */
async function replayWithLists(tx: Transaction, records: readonly JournalRecord[], replay: JournalReplay) {
  const before = new Set(await findStatusListIds(tx))
  await replayAll(tx, records, replay)
  const added = (await findStatusListIds(tx)).filter((id) => !before.has(id))
  if (added.length === 0) return
  await replayAll(tx, inOrder(await readStatusRecords(journalFiles(), new Set(added))), replay)
}

async function replayAll(tx: Transaction, records: readonly JournalRecord[], replay: JournalReplay): Promise<void> {
  await lockServiceKeys(tx)
  const erased = new Set(
    records.flatMap((record) =>
      record.kind === 'event' && record.event.type === 'erased' ? record.event.chainId : [],
    ),
  )
  let left: Refused[] = records.map((record) => ({ record, error: null }))
  // What an earlier version journalled after a replay is numbered as if it were from before: once more, as long as that brings something.
  for (let before = Infinity; left.length < before;) {
    before = left.length
    const refused: Refused[] = []
    for (const { record } of left) {
      await tx.query('SAVEPOINT record')
      try {
        const toBeErased = record.kind === 'event' && erased.has(record.event.chainId)
        if (await replayRecord(tx, record, toBeErased)) replay.applied += 1
        await tx.query('RELEASE SAVEPOINT record')
      } catch (error) {
        await tx.query('ROLLBACK TO SAVEPOINT record')
        refused.push({ record, error })
      }
    }
    left = refused
  }
  for (const { record, error } of left) {
    log.debug({ err: error }, 'a record of the journal was not replayed')
    await noteRefusal(tx, record)
    const what = record.kind === 'event' ? record.event.type : record.kind
    replay.refused.push({ subject: recordSubject(record), what, reason: explain(error) })
  }
}

interface Refused {
  record: JournalRecord
  error: unknown
}

/** A foreign key that is missing: the database has never heard of what the record speaks of. */
const UNKNOWN = '23503'

function explain(error: unknown): string {
  if (error instanceof ServiceError) return error.message
  if ((error as { code?: unknown }).code === UNKNOWN) return 'The database does not know what it speaks of.'
  return 'The database refuses it.'
}
