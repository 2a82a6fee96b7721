import { keyedHash } from '@/lib/crypto/seals/keyed-hash'
import { eventHash, type SignedEvent } from '@/lib/domain/history/event'
import { enclosureName } from '@/lib/domain/history/journal-record'
import type { Transaction } from '@/lib/store/database/database'
import { deleteIdleIssueRuns } from '@/lib/store/desk/issue-runs'
import { type ErasableCertificate, eraseFromOutbox, eraseRows, findRowHashes } from '@/lib/store/erasure/erase-rows'
import { insertMarks } from '@/lib/store/erasure/erased-marks'
import { makeErasureKey } from '@/lib/store/erasure/erasure-key'
import { insertErasure } from '@/lib/store/erasure/erasures'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { eraseSalts } from '@/lib/store/log/erase-salts'
import { deleteRefusedRows } from '@/lib/store/records/batch-notes'
import { erasePassports } from '@/lib/store/records/passport-changes'
import { eraseReports } from '@/lib/store/records/report-keeping'
import { eraseWatches } from '@/lib/store/watch/watches'
import { eraseMail } from '../mail/erase-mail'

/** The result of an erasure within the database. */
interface ErasedRows {
  /** Messages that wait for the same addresses, about something else. */
  otherMail: number
}

/**
 * Takes a lineage out of the database, once its `erased` event is stored; what is outside of it is noted to be done.
 * @param erased its certificates, held
 * @param event the `erased` one
 * @param why `reason` in words that name nobody; `replayed` when it was done once before, as the journal says
 */
export async function eraseLineage(
  tx: Transaction,
  erased: readonly ErasableCertificate[],
  event: SignedEvent,
  { reason, replayed }: { reason: string; replayed: boolean },
): Promise<ErasedRows> {
  const [first] = erased
  if (!first) return { otherMail: 0 }
  const ids = erased.map(({ id }) => id)
  const key = await makeErasureKey(tx, keyEncryptionKey())
  const rowHashes = await findRowHashes(tx, ids)
  await erasePassports(tx, [event.chainId])
  await eraseWatches(tx, event.chainId)
  await eraseReports(
    tx,
    ids,
    erased.map(({ serialKey }) => serialKey),
  )
  const { others: otherMail } = await eraseMail(
    tx,
    ids,
    erased.flatMap(({ email }) => email ?? []),
  )
  // What is encrypted cannot be searched for a person: files that wait, lists of what was issued, and refused rows.
  await deleteIdleIssueRuns(tx, first.issuerId)
  await deleteRefusedRows(tx, first.issuerId)
  const pending = await eraseRows(tx, erased)
  await eraseSalts(tx, event.chainId)
  const { chainId: lineageId, at, actor } = event
  await insertErasure(tx, {
    ...{ lineageId, issuerId: first.issuerId, at, actor, reason },
    ...{ certificates: erased.length, pending, replayed },
  })
  await insertMarks(
    tx,
    lineageId,
    'serial',
    erased.map(({ serialKey }) => keyedHash(key, 'serial', serialKey)),
  )
  await insertMarks(
    tx,
    lineageId,
    'row',
    rowHashes.map((hash) => keyedHash(key, 'row', hash)),
  )
  return { otherMail }
}

/** The encrypted parts that the journal has of a lineage's events, but that of the erasure itself. */
export function personalEnclosures(events: readonly SignedEvent[]): string[] {
  return events
    .filter(({ type }) => type !== 'erased')
    .map((event) => enclosureName({ kind: 'event', position: 0, event }) ?? `event-${eventHash(event)}`)
}

/** Takes those parts out of what is on its way to the journal. */
export async function dropPersonalEnclosures(tx: Transaction, events: readonly SignedEvent[]): Promise<void> {
  await eraseFromOutbox(tx, personalEnclosures(events))
}
