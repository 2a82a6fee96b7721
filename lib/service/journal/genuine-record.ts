import { statusChangeBytes, statusChangeHash } from '@/lib/domain/certificate/status-change'
import { eventBytes, eventHash } from '@/lib/domain/history/event'
import type { JournalRecord } from '@/lib/domain/history/journal-record'
import { trustedServiceKeys, trustedSignatures } from '@/lib/store/evidence/trusted-signatures'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { readServiceKeys } from '@/lib/store/keys/service-keys'

/**
 * Tells which records made from rows are the service's: those signed by a key of its own, or the row of such a key with
 * a good MAC. Of an issuer's key only the signed end counts.
 * @throws ServiceError `unavailable` without KEY_ENCRYPTION_KEY
 */
export async function genuineRecords(): Promise<(record: JournalRecord) => boolean> {
  const rows = await readServiceKeys()
  const signatures = trustedSignatures(rows, keyEncryptionKey())
  const own = new Set(trustedServiceKeys(rows, keyEncryptionKey()).map(({ id }) => id))
  return (record) => {
    // Of what was forgotten there are no rows.
    if (record.kind === 'forgotten') return false
    if (record.kind === 'key') return record.table === 'issuer_signing_keys' || own.has(record.id)
    const [signed, bytes, hash] =
      record.kind === 'event'
        ? [record.event, eventBytes(record.event), eventHash(record.event)]
        : [record.change, statusChangeBytes(record.change), statusChangeHash(record.change)]
    return signatures.event(signed, bytes, hash) === 'passed'
  }
}
