import { type Transaction, workingPool } from '@/lib/store/database/database'

/** A report of which no webhook was told yet. */
interface UntoldReport {
  issuerId: string
  certificateId: string | null
  kind: string
  /** Of the certificate that was reported; null where it was erased since. */
  serial: string | null
  createdAt: Date
}

const AT_ONCE = 100

/** Whether there is one. Cheap: asked every few seconds. */
export async function hasUntoldReports(): Promise<boolean> {
  const { rowCount } = await workingPool().query(
    'SELECT 1 FROM reports WHERE told_at IS NULL AND issuer_id IS NOT NULL LIMIT 1',
  )
  return rowCount === 1
}

/** Takes on the oldest reports to issuers that no webhook was told of: from this transaction on they are told. */
export async function takeUntoldReports(tx: Transaction): Promise<UntoldReport[]> {
  const { rows } = await tx.query<UntoldReport>(
    `UPDATE reports r SET told_at = clock_timestamp() WHERE r.id IN (
       SELECT id FROM reports WHERE told_at IS NULL AND issuer_id IS NOT NULL
       ORDER BY created_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
     RETURNING r.issuer_id AS "issuerId", r.certificate_id AS "certificateId", r.kind, r.created_at AS "createdAt",
       (SELECT c.serial FROM certificates c WHERE c.id = r.certificate_id) AS serial`,
  )
  return rows
}
