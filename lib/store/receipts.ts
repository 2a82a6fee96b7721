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
 */
export async function findReceiptJwt(id: string): Promise<string | null> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ receiptJwt: string }>('SELECT receipt_jwt AS "receiptJwt" FROM receipts WHERE id = $1', [id]),
  )
  return rows[0]?.receiptJwt ?? null
}
