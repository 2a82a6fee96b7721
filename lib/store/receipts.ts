import { undetermined } from '@/lib/errors'
import { isBehindJournal, readBesideJournal } from './journal/journal-watch'
import { onServingPool, readOnServingPool } from './on-serving-pool'

/** A receipt as it was given. */
export interface StoredReceipt {
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
  await onServingPool((pool) =>
    pool.query(
      `INSERT INTO receipts (id, certificate_id, receipt_jwt, overall_status, verified_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [id, certificateId, receiptJwt, overallStatus, new Date(verifiedAt).toISOString()],
    ),
  )
}

/**
 * The signed text of a receipt.
 * @param id a UUID
 * @returns null when there is no such receipt
 * @throws ServiceError `unavailable` when the database has lost entries of the certificate's history
 */
export async function findReceiptJwt(id: string): Promise<string | null> {
  const receipt = await readBesideJournal(async () => {
    const { rows } = await readOnServingPool((pool) =>
      pool.query<{ receiptJwt: string; lineageId: string; position: number }>(
        `SELECT r.receipt_jwt AS "receiptJwt", c.lineage_id AS "lineageId",
           (SELECT position FROM journal_position)::float8 AS position
         FROM receipts r JOIN certificates c ON c.id = r.certificate_id WHERE r.id = $1`,
        [id],
      ),
    )
    return { found: rows[0] ?? null, position: rows[0]?.position ?? null }
  })
  if (receipt && isBehindJournal(receipt.lineageId))
    throw undetermined('the history of a receipt is behind its journal')
  return receipt?.receiptJwt ?? null
}
