import { undetermined } from '@/lib/errors'
import { onServingPool, readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { requireWritten } from '@/lib/store/database/shape/require-written'
import type { HistoryEntry } from '@/lib/store/journal/journal-knowledge'
import { readBesideJournal } from '@/lib/store/journal/journal-watch'

/** A receipt as it was given. */
interface StoredReceipt {
  /** UUID, the `jti`. */
  id: string
  certificateId: string
  receiptJwt: string
  overallStatus: string
  /** Milliseconds since 1970. */
  verifiedAt: number
}

/** Adds a receipt; resolves when it is committed. */
export async function insertReceipt(receipt: StoredReceipt): Promise<void> {
  const { id, certificateId, receiptJwt, overallStatus, verifiedAt } = receipt
  const written = await onServingPool((pool) =>
    pool.query(
      `INSERT INTO receipts (id, certificate_id, receipt_jwt, overall_status, verified_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [id, certificateId, receiptJwt, overallStatus, new Date(verifiedAt).toISOString()],
    ),
  )
  requireWritten(written, 'receipts')
}

/**
 * The signed text of a receipt.
 * @param id a UUID
 * @returns null when there is no such receipt
 * @throws ServiceError `unavailable` when the database has lost the certificate, or entries of its history
 */
export async function findReceiptJwt(id: string): Promise<string | null> {
  const read = async () => {
    const { rows } = await readOnServingPool((pool) =>
      pool.query<{ receiptJwt: string; lineageId: string | null; entries: HistoryEntry[]; restores: number }>(
        `SELECT r.receipt_jwt AS "receiptJwt", c.lineage_id AS "lineageId",
           (SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('sequence', e.sequence, 'signature', e.signature)),
              '[]') FROM events e WHERE e.chain_id = c.lineage_id) AS entries,
           (SELECT pg_catalog.count(*) FROM restores)::int AS restores
         FROM receipts r LEFT JOIN certificates c ON c.id = r.certificate_id WHERE r.id = $1`,
        [id],
      ),
    )
    return rows[0] ?? null
  }
  const { found, behind } = await readBesideJournal(read, (receipt, knowledge) => {
    const lineageId = receipt?.lineageId
    return new Set(lineageId && knowledge.isBehind(lineageId, receipt.entries) ? [lineageId] : [])
  })
  if (behind.size > 0) throw undetermined('the history of a receipt is behind its journal')
  // An erasure takes the receipts with it.
  if (found?.lineageId === null) throw undetermined('the certificate of a receipt is not there')
  return found?.receiptJwt ?? null
}
