import type { DeskRole } from '@/lib/domain/desk/role'
import type { Transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { withinLast } from '@/lib/store/database/sql-time'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { insertSealed, isSealed, updateSealed } from '@/lib/store/keys/sealed-rows'
import { dropQueuedMail } from '@/lib/store/mail/mail-messages'

/** An invitation to the desk, without its link. */
export interface StoredInvitation {
  id: string
  issuerId: string
  email: string
  role: DeskRole
  createdAt: Date
  expiresAt: Date
}

const OPEN = 'used_at IS NULL AND withdrawn_at IS NULL'

/** Adds an invitation by the hash of its link. */
export async function insertInvitation(
  tx: Transaction,
  {
    hours,
    ...row
  }: Pick<StoredInvitation, 'id' | 'issuerId' | 'email' | 'role'> & {
    tokenHash: string
    invitedBy: string
    hours: number
  },
): Promise<Date> {
  const now = await databaseTime(tx)
  const expiresAt = new Date(now + hours * 3_600_000)
  await insertSealed(tx, 'desk_invitations', [{ ...row, createdAt: new Date(now), expiresAt }])
  return expiresAt
}

/** The open invitation behind a link, or null when it is unknown, used, withdrawn or run out. */
export async function findInvitation(tokenHash: string): Promise<StoredInvitation | null> {
  const row = await prisma().deskInvitation.findFirst({
    where: { tokenHash, usedAt: null, withdrawnAt: null, expiresAt: { gt: new Date() } },
  })
  if (!row || !isSealed('desk_invitations', row)) return null
  const { id, issuerId, email, role, createdAt, expiresAt } = row
  return { id, issuerId, email, role, createdAt, expiresAt }
}

/**
 * Uses up an invitation.
 * @returns false when another was faster, or it ran out meanwhile
 */
export async function takeInvitation(tx: Transaction, id: string): Promise<boolean> {
  const usedAt = new Date(await databaseTime(tx))
  const open = `id = $1 AND ${OPEN} AND expires_at > clock_timestamp()`
  return (await updateSealed(tx, 'desk_invitations', open, [id], { usedAt })).length === 1
}

/** The open invitations of an issuer, the newest first. */
export async function listInvitations(issuerId: string): Promise<StoredInvitation[]> {
  const rows = await prisma().deskInvitation.findMany({
    where: { issuerId, usedAt: null, withdrawnAt: null, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: 'desc' },
  })
  return rows
    .filter((row) => isSealed('desk_invitations', row))
    .map(({ id, email, role, createdAt, expiresAt }) => ({ id, issuerId, email, role, createdAt, expiresAt }))
}

/** The addresses that an issuer invited, by the ids of the invitations that are still kept, whatever became of them. */
export async function findInvited(issuerId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await prisma().deskInvitation.findMany({ where: { issuerId, id: { in: [...ids] } } })
  return new Map(rows.filter((row) => isSealed('desk_invitations', row)).map(({ id, email }) => [id, email]))
}

/**
 * The invitations that people of an issuer made within the last day, whatever became of them; not those of the operator.
 * @param email in lower case
 */
export async function countInvitationsOfADay(
  tx: Transaction,
  issuerId: string,
  email: string,
): Promise<{ toAll: number; toOne: number }> {
  const { rows } = await tx.query<{ toAll: number; toOne: number }>(
    `SELECT count(*)::int AS "toAll", (count(*) FILTER (WHERE email = $2))::int AS "toOne" FROM desk_invitations
     WHERE issuer_id = $1 AND invited_by LIKE 'user:%' AND ${withinLast('1 day', 'created_at')}`,
    [issuerId, email],
  )
  return rows[0] ?? { toAll: 0, toOne: 0 }
}

/** Makes an open link of an issuer worthless. @returns false when there is no such open invitation */
export async function withdrawInvitation(tx: Transaction, issuerId: string, id: string): Promise<boolean> {
  return (await withdraw(tx, 'issuer_id = $1 AND id = $2', [issuerId, id])) === 1
}

/** Makes every open link of an issuer for one e-mail (in lower case) worthless. */
export async function withdrawInvitationsFor(tx: Transaction, issuerId: string, email: string): Promise<void> {
  await withdraw(tx, 'issuer_id = $1 AND email = $2', [issuerId, email])
}

/** Makes the open links that somebody made at an issuer worthless. */
export async function withdrawInvitationsBy(tx: Transaction, issuerId: string, invitedBy: string): Promise<void> {
  await withdraw(tx, 'issuer_id = $1 AND invited_by = $2', [issuerId, invitedBy])
}

/** Nobody gets a message with such a link any more, either. @returns how many there were */
async function withdraw(tx: Transaction, which: string, values: string[]): Promise<number> {
  const withdrawnAt = new Date(await databaseTime(tx))
  const rows = await updateSealed(tx, 'desk_invitations', `${which} AND ${OPEN}`, values, { withdrawnAt })
  for (const { id } of rows) await dropQueuedMail(tx, `invitation:${id}`)
  return rows.length
}

/** Deletes an invitation. @returns false when it is gone already */
export async function deleteInvitation(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.query('DELETE FROM desk_invitations WHERE id = $1', [id])).rowCount === 1
}
