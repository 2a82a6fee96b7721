import { randomUUID } from 'node:crypto'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { withinLast } from '@/lib/store/database/sql-time'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { findSealed, holdSealed, insertSealed, updateSealed } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'

/** A withdrawal that waits for a second owner. */
export interface WaitingWithdrawal {
  id: string
  certificateId: string
  /** As the certificate's row has it, under no seal: what it leads to must be that certificate. */
  serial: string
  reason: string
  publicReason: string | null
  /** Tells the recipient by mail once it is approved. */
  notify: boolean
  /** `user:<uuid>` */
  askedBy: string
  askedAt: Date
}

/** Takes the turn of this issuer's changes at the desk until the transaction ends: two at once cannot both be the fiftieth. */
export async function lockChanges(tx: Transaction, issuerId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('withdrawals:' || $1, 0))", [issuerId])
}

/** How many certificates people withdrew or corrected at this issuer's desk within the last hour. */
export async function countRecentChanges(tx: Transaction, issuerId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM desk_activities
     WHERE issuer_id = $1 AND action IN ('certificate.withdrawn', 'certificate.corrected') AND actor LIKE 'user:%'
       AND ${withinLast('1 hour', 'at')}`,
    [issuerId],
  )
  return rows[0]?.count ?? 0
}

/**
 * Adds a withdrawal that waits.
 * @returns false when the certificate has one waiting already
 */
export async function insertWaitingWithdrawal(
  tx: Transaction,
  row: Pick<WaitingWithdrawal, 'reason' | 'publicReason' | 'notify' | 'askedBy'> & {
    issuerId: string
    certificateId: string
  },
): Promise<boolean> {
  const asked = { id: randomUUID(), ...row, askedAt: new Date(await databaseTime(tx)) }
  const onlyOne = '(certificate_id) WHERE decided_at IS NULL DO NOTHING'
  return (await insertSealed(tx, 'withdrawal_approvals', [asked], onlyOne)).length === 1
}

/** What waits at an issuer, the oldest first; not what was withdrawn or corrected in another way meanwhile. */
export async function findWaitingWithdrawals(issuerId: string, limit: number): Promise<WaitingWithdrawal[]> {
  const waits = `issuer_id = $1 AND decided_at IS NULL AND EXISTS (SELECT 1 FROM certificates c
    WHERE c.id = certificate_id AND c.status = 'issued') ORDER BY asked_at, id LIMIT $2`
  return withSerials(workingPool(), await findSealed(workingPool(), 'withdrawal_approvals', waits, [issuerId, limit]))
}

async function withSerials(
  db: Pick<Transaction, 'query'>,
  approvals: readonly SealedRows['withdrawal_approvals'][],
): Promise<WaitingWithdrawal[]> {
  const { rows } = await db.query<{ id: string; serial: string }>(
    'SELECT id, serial FROM certificates WHERE id = ANY($1::uuid[])',
    [approvals.map(({ certificateId }) => certificateId)],
  )
  const serials = new Map(rows.map(({ id, serial }) => [id, serial]))
  return approvals.map(({ id, certificateId, reason, publicReason, notify, askedBy, askedAt }) => ({
    ...{ id, certificateId, serial: serials.get(certificateId) ?? '', reason: reason ?? '', publicReason },
    ...{ notify: notify ?? false, askedBy, askedAt },
  }))
}

/** How many wait at an issuer. */
export async function countWaitingWithdrawals(issuerId: string): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM withdrawal_approvals a JOIN certificates c ON c.id = a.certificate_id
     WHERE a.issuer_id = $1 AND a.decided_at IS NULL AND c.status = 'issued'`,
    [issuerId],
  )
  return rows[0]?.count ?? 0
}

/** The withdrawal of this certificate that waits, and who asked for it; a row that somebody else wrote is none. */
export async function findWaitingOf(
  certificateId: string,
  db: Pick<Transaction, 'query'> = workingPool(),
): Promise<{ id: string; askedBy: string } | null> {
  const waits = 'certificate_id = $1 AND decided_at IS NULL'
  const [waiting = null] = await findSealed(db, 'withdrawal_approvals', waits, [certificateId])
  return waiting
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
export async function closeWaitingWithdrawals(tx: Transaction, certificateId: string, closedBy: string): Promise<void> {
  const waits = 'certificate_id = $1 AND decided_at IS NULL'
  await updateSealed(tx, 'withdrawal_approvals', waits, [certificateId], await decision(tx, false, closedBy))
}

/** One that waits, held until the transaction ends; null when it was decided. */
export async function holdWaiting(tx: Transaction, issuerId: string, id: string): Promise<WaitingWithdrawal | null> {
  const waits = 'id = $1 AND issuer_id = $2 AND decided_at IS NULL'
  const [waiting = null] = await withSerials(tx, await holdSealed(tx, 'withdrawal_approvals', waits, [id, issuerId]))
  return waiting
}

/** Notes the decision, and empties the reasons. */
export async function noteDecision(tx: Transaction, id: string, approved: boolean, decidedBy: string): Promise<void> {
  await updateSealed(tx, 'withdrawal_approvals', 'id = $1', [id], await decision(tx, approved, decidedBy))
}

async function decision(tx: Transaction, approved: boolean, decidedBy: string) {
  const decidedAt = new Date(await databaseTime(tx))
  return { approved, decidedBy, decidedAt, reason: null, publicReason: null }
}
