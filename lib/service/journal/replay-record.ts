import { decryptText } from '@/lib/crypto/encryption/encrypted-text'
import { type StatusChange, statusChangeBytes, statusChangeHash } from '@/lib/domain/certificate/status-change'
import { eventBytes, eventHash, type SignedEvent } from '@/lib/domain/history/event'
import { enclosureBinding, enclosureName, type JournalRecord } from '@/lib/domain/history/journal-record'
import type { SignedRecord } from '@/lib/domain/history/signature-checks'
import { ServiceError } from '@/lib/errors'
import { recordStatusChange } from '@/lib/service/change/record-status-change'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import type { Transaction } from '@/lib/store/database/database'
import { databaseTime, insertJournalledEvents, lockHistoryAsItIs } from '@/lib/store/evidence/event-log'
import { supersedeCurrentOf, withdrawStoredCertificate } from '@/lib/store/evidence/issued-certificates'
import { hasStatusChange, insertJournalledStatusChange, lockStatusList } from '@/lib/store/evidence/status-changes'
import { insertLostList } from '@/lib/store/evidence/status-lists'
import { trustedSignatures } from '@/lib/store/evidence/trusted-signatures'
import { endStoredSigningKey } from '@/lib/store/issuers/issuer-signing-keys'
import { setSuspended } from '@/lib/store/issuers/issuers'
import { type EnclosedRows, insertEnclosedLeaves, insertEnclosedRows } from '@/lib/store/journal/enclosed-rows'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findServiceKeys } from '@/lib/store/keys/service-keys'
import { replayErasure } from '../erasure/replay-erasure'
import { forgetAgain } from './forget-again'

/**
 * Applies one record of the journal to the database.
 * @param toBeErased a later record erases the lineage: its entries are brought back, the rows that they wrote are not
 * @returns false when the database has it already
 * @throws ServiceError the reason, or the driver's error, why it cannot be applied
 */
export async function replayRecord(tx: Transaction, record: JournalRecord, toBeErased = false): Promise<boolean> {
  if (record.kind === 'status') return replayStatusChange(tx, record.change)
  if (record.kind === 'forgotten') return forgetAgain(tx, record)
  const rows = await openEnclosure(record)
  if (record.kind === 'key') {
    if (!rows) throw refusal('The encrypted key that belongs to it is not there.')
    await insertEnclosedRows(tx, record.table, rows)
    return true
  }
  const { event } = record
  const { events } = await lockHistoryAsItIs(tx, event.chainId)
  if (events.some(({ signature }) => signature === event.signature)) return false
  // Nothing of it is known here, and nothing comes back, but that it was erased.
  if (event.type === 'erased' && events.length === 0) {
    await requireSigned(tx, event, eventBytes(event), eventHash(event))
    await replayErasure(tx, event, [], rows)
    return true
  }
  await checkPlace(tx, event, events)
  if (!toBeErased) await applyEvent(tx, event, rows)
  await insertJournalledEvents(tx, [event])
  if (!toBeErased) await insertEnclosedLeaves(tx, rows)
  if (event.type === 'erased') await replayErasure(tx, event, [...events, event], rows)
  return true
}

/**
 * As it was signed where it goes on from the list's last entry: the public log speaks of that very entry. Where the list's
 * history went on otherwise meanwhile, the bit is set by an entry of its own.
 */
async function replayStatusChange(tx: Transaction, change: StatusChange): Promise<boolean> {
  const { listId, statusIndex } = change
  if (await hasStatusChange(tx, listId, statusIndex)) return false
  // An entry of its own says under the service's key what the line of the journal says.
  await requireSigned(tx, change, statusChangeBytes(change), statusChangeHash(change))
  if (await goesOn(tx, change)) {
    await insertJournalledStatusChange(tx, change)
    return true
  }
  const signer = await serviceSigner(tx)
  await recordStatusChange(tx, { statusListId: listId, statusIndex }, await databaseTime(tx), signer)
  return true
}

async function goesOn(tx: Transaction, change: StatusChange): Promise<boolean> {
  const last = await lockStatusList(tx, change.listId)
  return change.sequence === (last?.sequence ?? 0) + 1 && change.previousHash === (last && statusChangeHash(last))
}

async function checkPlace(tx: Transaction, event: SignedEvent, events: readonly SignedEvent[]): Promise<void> {
  const last = events.at(-1)
  if (event.sequence > (last?.sequence ?? 0) + 1) throw refusal('The database does not have the entries before it.')
  if (event.sequence <= (last?.sequence ?? 0)) throw refusal('The history in the database went on otherwise.')
  if (event.previousHash !== (last ? eventHash(last) : null))
    throw refusal('The history in the database is another one before it.')
  await requireSigned(tx, event, eventBytes(event), eventHash(event))
}

async function requireSigned(tx: Transaction, signed: SignedRecord, bytes: string, hash: string): Promise<void> {
  const signatures = trustedSignatures(await findServiceKeys(tx), keyEncryptionKey())
  if (signatures.event(signed, bytes, hash) !== 'passed')
    throw refusal('It is not signed by a key of the service that is there.')
}

async function applyEvent(tx: Transaction, event: SignedEvent, rows: EnclosedRows | null): Promise<void> {
  const { type, chainId, certificateId, at } = event
  switch (type) {
    case 'corrected':
      if (!rows) throw refusal('The encrypted correction that belongs to it is not there.')
      await supersedeCurrentOf(tx, chainId)
      await insertListsOf(tx, rows)
      for (const table of ['certificates', 'signed_forms', 'artifacts']) await insertEnclosedRows(tx, table, rows)
      return
    case 'resigned':
      if (!rows) throw refusal('The encrypted signatures that belong to it are not there.')
      for (const table of ['signed_forms', 'artifacts']) await insertEnclosedRows(tx, table, rows)
      return
    case 'withdrawn':
      await withdrawStoredCertificate(tx, { id: certificateId ?? '', withdrawnAt: at, ...withdrawalOf(rows) })
      return
    case 'suspended':
    case 'resumed':
      return setSuspended(tx, chainId, type === 'suspended')
    case 'retired':
    case 'compromised':
      return endStoredSigningKey(tx, chainId, type)
    default:
      throw refusal(`An entry of the type ${type} cannot be replayed.`)
  }
}

/** The list of a correction may have been opened since the backup. */
async function insertListsOf(tx: Transaction, rows: EnclosedRows): Promise<void> {
  for (const { status_list_id: id, issuer_id: issuerId } of rows.certificates ?? [])
    if (typeof id === 'string' && typeof issuerId === 'string') await insertLostList(tx, { id, issuerId })
}

/** Without the encrypted reason the certificate is withdrawn all the same: no check says anything good of it. */
function withdrawalOf(rows: EnclosedRows | null) {
  const row = rows?.certificates?.[0] ?? {}
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    publicReason: text(row.withdrawal_reason),
    salt: text(row.withdrawal_salt),
    note: text(row.withdrawal_note) ?? '',
  }
}

async function openEnclosure(record: JournalRecord): Promise<EnclosedRows | null> {
  const name = enclosureName(record)
  const encrypted = name === null ? null : await journalFiles().getEnclosure(name)
  if (name === null || encrypted === null) return null
  const text = decryptText(encrypted, keyEncryptionKey(), enclosureBinding(name))
  if (text === null) throw refusal('Its encrypted part cannot be decrypted with KEY_ENCRYPTION_KEY.')
  return JSON.parse(text) as EnclosedRows
}

function refusal(sentence: string): ServiceError {
  return new ServiceError('unavailable', sentence)
}
