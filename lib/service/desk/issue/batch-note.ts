import { decryptText, encryptText, type TextBinding } from '@/lib/crypto/encryption/encrypted-text'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { countErasuresOf } from '@/lib/store/erasure/erasures'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findBatchNotes, lockRefusedRows, rewriteBatchNotes, writeBatchNote } from '@/lib/store/records/batch-notes'

const PURPOSE = {
  fileName: 'certificate-verification/batch-file-name/v1',
  refusedRows: 'certificate-verification/batch-refused-rows/v1',
}

/** The batch that a note belongs to: for another one it cannot be decrypted. */
interface NotedBatch {
  batchId: string
  issuerId: string
}

/** What the page of a file says beside its certificates. */
export interface BatchNote {
  /** Null where it cannot be read. */
  fileName: string | null
  refused: number
  /** The refused rows as they were sent, as CSV; null where there are none any more. */
  refusedCsv: string | null
}

/**
 * Notes what came of a run of a file. Its refused rows are not kept where somebody was erased while it ran: they may be theirs.
 * @param erasures how many of the issuer there were before the file was read
 */
export async function noteBatch(
  batch: NotedBatch,
  note: { fileName: string; refused: number; refusedCsv: string | null },
  erasures: number,
): Promise<void> {
  const key = keyEncryptionKey()
  const refusedRows = note.refusedCsv === null ? null : encryptText(note.refusedCsv, key, binding(batch, 'refusedRows'))
  await transaction(async (tx) => {
    await lockRefusedRows(tx, batch.issuerId)
    await writeBatchNote(tx, {
      batchId: batch.batchId,
      fileName: encryptText(note.fileName, key, binding(batch, 'fileName')),
      refused: note.refused,
      refusedRows: (await countErasuresOf(batch.issuerId, tx)) === erasures ? refusedRows : null,
    })
  })
}

/** The notes of an issuer's batches, by batch; those that were issued by a command have none. */
export async function readBatchNotes(issuerId: string, batchIds: readonly string[]): Promise<Map<string, BatchNote>> {
  const key = keyEncryptionKey()
  const stored = await findBatchNotes(batchIds)
  return new Map(
    stored.map(({ batchId, fileName, refused, refusedRows }) => {
      const batch = { batchId, issuerId }
      const refusedCsv = refusedRows === null ? null : decryptText(refusedRows, key, binding(batch, 'refusedRows'))
      return [batchId, { fileName: decryptText(fileName, key, binding(batch, 'fileName')), refused, refusedCsv }]
    }),
  )
}

/** Encrypts every note under another key (`certs rekey`). What opens under neither stays: it only tells. */
export function reencryptBatchNotes(tx: Transaction, keys: { current: Buffer; next: Buffer }): Promise<void> {
  return rewriteBatchNotes(tx, (note) => {
    const renew = (part: keyof typeof PURPOSE, text: string) => {
      const opened = decryptText(text, keys.current, binding(note, part))
      return opened === null ? text : encryptText(opened, keys.next, binding(note, part))
    }
    return {
      fileName: renew('fileName', note.fileName),
      refusedRows: note.refusedRows === null ? null : renew('refusedRows', note.refusedRows),
    }
  })
}

function binding({ batchId, issuerId }: NotedBatch, part: keyof typeof PURPOSE): TextBinding {
  return { purpose: PURPOSE[part], row: `${batchId} ${issuerId}` }
}
