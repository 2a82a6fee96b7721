import type { DeskRole } from '@/lib/domain/desk/role'
import type { Transaction } from '../database'
import { prisma } from '../prisma'

/** An invitation to the desk, without its link. */
export interface StoredInvitation {
  id: string
  issuerId: string
  issuerName: string
  email: string
  role: DeskRole
  createdAt: Date
  expiresAt: Date
}

/** An invitation that nobody accepted yet, as the owners see it. */
export type OpenInvitation = Omit<StoredInvitation, 'issuerName'>

/** Adds an invitation by the hash of its link. */
export async function insertInvitation(
  tx: Transaction,
  row: {
    id: string
    issuerId: string
    email: string
    role: DeskRole
    tokenHash: string
    invitedBy: string
    hours: number
  },
): Promise<Date> {
  const { rows } = await tx.query<{ expires_at: Date }>(
    `INSERT INTO desk_invitations (id, issuer_id, email, role, token_hash, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4::desk_role, $5, $6, now(), now() + make_interval(hours => $7)) RETURNING expires_at`,
    [row.id, row.issuerId, row.email, row.role, row.tokenHash, row.invitedBy, row.hours],
  )
  const [{ expires_at: expiresAt } = { expires_at: new Date(0) }] = rows
  return expiresAt
}

/** The open invitation behind a link, or null when it is unknown, used, withdrawn or run out. */
export async function findInvitation(tokenHash: string): Promise<StoredInvitation | null> {
  const row = await prisma().deskInvitation.findFirst({
    where: { tokenHash, usedAt: null, withdrawnAt: null, expiresAt: { gt: new Date() } },
    include: { issuer: true },
  })
  if (!row) return null
  const { id, issuerId, email, role, createdAt, expiresAt, issuer } = row
  return { id, issuerId, issuerName: issuer.name, email, role, createdAt, expiresAt }
}

/**
 * Uses up an invitation.
 * @returns false when another was faster, or it ran out meanwhile
 */
export async function takeInvitation(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE desk_invitations SET used_at = clock_timestamp()
     WHERE id = $1 AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > clock_timestamp()`,
    [id],
  )
  return rowCount === 1
}

/** The open invitations of an issuer, the newest first. */
export async function listInvitations(issuerId: string): Promise<OpenInvitation[]> {
  return prisma().deskInvitation.findMany({
    where: { issuerId, usedAt: null, withdrawnAt: null, expiresAt: { gt: new Date() } },
    select: { id: true, issuerId: true, email: true, role: true, createdAt: true, expiresAt: true },
    orderBy: { createdAt: 'desc' },
  })
}

/** Makes an open link of an issuer worthless. @returns false when there is no such open invitation */
export async function withdrawInvitation(tx: Transaction, issuerId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE desk_invitations SET withdrawn_at = clock_timestamp()
     WHERE issuer_id = $1 AND id = $2 AND used_at IS NULL AND withdrawn_at IS NULL`,
    [issuerId, id],
  )
  return rowCount === 1
}

/** Makes every open link of an issuer for one e-mail (in lower case) worthless. */
export async function withdrawInvitationsFor(tx: Transaction, issuerId: string, email: string): Promise<void> {
  await tx.query(
    `UPDATE desk_invitations SET withdrawn_at = clock_timestamp()
     WHERE issuer_id = $1 AND email = $2 AND used_at IS NULL AND withdrawn_at IS NULL`,
    [issuerId, email],
  )
}

/** Makes the open links that somebody made at an issuer worthless. */
export async function withdrawInvitationsBy(tx: Transaction, issuerId: string, invitedBy: string): Promise<void> {
  await tx.query(
    `UPDATE desk_invitations SET withdrawn_at = clock_timestamp()
     WHERE issuer_id = $1 AND invited_by = $2 AND used_at IS NULL AND withdrawn_at IS NULL`,
    [issuerId, invitedBy],
  )
}
