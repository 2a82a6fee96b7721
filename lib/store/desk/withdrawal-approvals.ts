import { randomUUID } from 'node:crypto'
import { type Transaction, workingPool } from '../database'

/** A withdrawal that waits for a second owner. */
export interface WaitingWithdrawal {
  id: string
  serial: string
  reason: string
  publicReason: string | null
  /** Tells the recipient by mail once it is approved. */
  notify: boolean
  /** `user:<uuid>` */
  askedBy: string
  askedAt: Date
}

const COLUMNS = `a.id, c.serial, a.reason, a.public_reason AS "publicReason", coalesce(a.notify, false) AS notify, a.asked_by AS "askedBy",
  a.asked_at AS "askedAt"`

/** Takes the turn of this issuer's changes at the desk until the transaction ends: two at once cannot both be the fiftieth. */
export async function lockChanges(tx: Transaction, issuerId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('withdrawals:' || $1, 0))", [issuerId])
}

/** How many certificates people withdrew or corrected at this issuer's desk within the last hour. */
export async function countRecentChanges(tx: Transaction, issuerId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM desk_activities
     WHERE issuer_id = $1 AND action IN ('certificate.withdrawn', 'certificate.corrected') AND actor LIKE 'user:%'
       AND at > clock_timestamp() - interval '1 hour'`,
    [issuerId],
  )
  return rows[0]?.count ?? 0
}

/**
 * Adds a withdrawal that waits.
 * @returns false when the certificate has one waiting already
 */
export async function insertWaiting(
  tx: Transaction,
  row: Pick<WaitingWithdrawal, 'reason' | 'publicReason' | 'notify' | 'askedBy'> & {
    issuerId: string
    certificateId: string
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO withdrawal_approvals (id, issuer_id, certificate_id, reason, public_reason, asked_by, notify)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (certificate_id) WHERE decided_at IS NULL DO NOTHING`,
    [randomUUID(), row.issuerId, row.certificateId, row.reason, row.publicReason, row.askedBy, row.notify],
  )
  return rowCount === 1
}

/** What waits at an issuer, the oldest first; not what was withdrawn or corrected in another way meanwhile. */
export async function findWaiting(issuerId: string, limit: number): Promise<WaitingWithdrawal[]> {
  const { rows } = await workingPool().query<WaitingWithdrawal>(
    `SELECT ${COLUMNS} FROM withdrawal_approvals a JOIN certificates c ON c.id = a.certificate_id
     WHERE a.issuer_id = $1 AND a.decided_at IS NULL AND c.status = 'issued' ORDER BY a.asked_at, a.id LIMIT $2`,
    [issuerId, limit],
  )
  return rows
}

/** How many wait at an issuer. */
export async function countWaiting(issuerId: string): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM withdrawal_approvals a JOIN certificates c ON c.id = a.certificate_id
     WHERE a.issuer_id = $1 AND a.decided_at IS NULL AND c.status = 'issued'`,
    [issuerId],
  )
  return rows[0]?.count ?? 0
}

/** Whether a withdrawal of this certificate waits. */
export async function isWaiting(certificateId: string): Promise<boolean> {
  const { rowCount } = await workingPool().query(
    'SELECT 1 FROM withdrawal_approvals WHERE certificate_id = $1 AND decided_at IS NULL',
    [certificateId],
  )
  return rowCount === 1
}

/** Which of these ids are of this issuer, decided or not, with their serials. */
export async function findOwned(issuerId: string, ids: readonly string[]): Promise<{ id: string; serial: string }[]> {
  const { rows } = await workingPool().query<{ id: string; serial: string }>(
    `SELECT a.id, c.serial FROM withdrawal_approvals a JOIN certificates c ON c.id = a.certificate_id
     WHERE a.issuer_id = $1 AND a.id = ANY($2::uuid[])`,
    [issuerId, ids],
  )
  return rows
}

/** Closes what waits for a certificate that was withdrawn or corrected in another way: there is nothing to decide. */
export async function closeWaiting(tx: Transaction, certificateId: string, closedBy: string): Promise<void> {
  await tx.query(
    `UPDATE withdrawal_approvals SET approved = false, decided_by = $2, decided_at = clock_timestamp(), reason = NULL,
       public_reason = NULL WHERE certificate_id = $1 AND decided_at IS NULL`,
    [certificateId, closedBy],
  )
}

/** One that waits, held until the transaction ends; null when it was decided. */
export async function holdWaiting(tx: Transaction, issuerId: string, id: string): Promise<WaitingWithdrawal | null> {
  const { rows } = await tx.query<WaitingWithdrawal>(
    `SELECT ${COLUMNS} FROM withdrawal_approvals a JOIN certificates c ON c.id = a.certificate_id
     WHERE a.id = $1 AND a.issuer_id = $2 AND a.decided_at IS NULL FOR UPDATE OF a`,
    [id, issuerId],
  )
  return rows[0] ?? null
}

/** Notes the decision, and empties the reasons. */
export async function noteDecision(tx: Transaction, id: string, approved: boolean, decidedBy: string): Promise<void> {
  await tx.query(
    `UPDATE withdrawal_approvals SET approved = $2, decided_by = $3, decided_at = clock_timestamp(), reason = NULL,
       public_reason = NULL WHERE id = $1`,
    [id, approved, decidedBy],
  )
}
