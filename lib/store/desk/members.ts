import type { DeskRole } from '@/lib/domain/desk/role'
import type { Transaction } from '../database'
import { prisma } from '../prisma'

/** A person's place at one issuer. */
export interface Membership {
  issuerId: string
  issuerName: string
  issuerSlug: string
  suspended: boolean
  role: DeskRole
}

/** A person of an issuer, as the others see them. */
export interface ListedMember {
  userId: string
  name: string
  email: string
  role: DeskRole
  createdAt: Date
  lastSeenAt: Date | null
}

/** The issuers that a person works for, by name. */
export async function findMemberships(userId: string): Promise<Membership[]> {
  const rows = await prisma().deskMember.findMany({
    where: { userId },
    include: { issuer: { include: { slugs: { where: { current: true } } } } },
    orderBy: { issuer: { name: 'asc' } },
  })
  return rows.map(({ issuer, role }) => ({
    issuerId: issuer.id,
    issuerName: issuer.name,
    issuerSlug: issuer.slugs[0]?.slug ?? '',
    suspended: issuer.suspended,
    role,
  }))
}

/** Everybody who works for an issuer, by name. */
export async function listMembers(issuerId: string): Promise<ListedMember[]> {
  const rows = await prisma().deskMember.findMany({
    where: { issuerId },
    include: { user: { include: { sessions: { orderBy: { updatedAt: 'desc' }, take: 1 } } } },
    orderBy: { user: { name: 'asc' } },
  })
  return rows.map(({ user, role, createdAt }) => ({
    userId: user.id,
    name: user.name,
    email: user.email,
    role,
    createdAt,
    lastSeenAt: user.sessions[0]?.createdAt ?? null,
  }))
}

/** Adds a person to an issuer; who is there already keeps their role. */
export async function addMember(
  tx: Transaction,
  member: { userId: string; issuerId: string; role: DeskRole },
): Promise<void> {
  await tx.query(
    `INSERT INTO desk_members (user_id, issuer_id, role) VALUES ($1, $2, $3::desk_role)
     ON CONFLICT (user_id, issuer_id) DO NOTHING`,
    [member.userId, member.issuerId, member.role],
  )
}

/** How many owners an issuer has; its members are held as they are until the transaction ends. */
export async function holdOwners(tx: Transaction, issuerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ user_id: string; role: string }>(
    'SELECT user_id, role FROM desk_members WHERE issuer_id = $1 ORDER BY user_id FOR UPDATE',
    [issuerId],
  )
  return rows.filter(({ role }) => role === 'owner').map((row) => row.user_id)
}

/** Takes a person out of an issuer; their sessions there end with it. */
export async function deleteMember(tx: Transaction, userId: string, issuerId: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM desk_members WHERE user_id = $1 AND issuer_id = $2', [
    userId,
    issuerId,
  ])
  await tx.query('DELETE FROM desk_sessions WHERE user_id = $1 AND issuer_id = $2', [userId, issuerId])
  return rowCount === 1
}
