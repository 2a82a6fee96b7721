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
  createdAt: Date
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
  return rows.map(({ issuer, role, createdAt }) => ({
    issuerId: issuer.id,
    issuerName: issuer.name,
    issuerSlug: issuer.slugs[0]?.slug ?? '',
    suspended: issuer.suspended,
    role,
    createdAt,
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

/**
 * Adds a person to an issuer; who is there already keeps their role.
 * @returns false when they are there already
 */
export async function addMember(
  tx: Transaction,
  member: { userId: string; issuerId: string; role: DeskRole },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO desk_members (user_id, issuer_id, role) VALUES ($1, $2, $3::desk_role)
     ON CONFLICT (user_id, issuer_id) DO NOTHING`,
    [member.userId, member.issuerId, member.role],
  )
  return rowCount === 1
}

/** Notes, at every issuer that a person works for, that how they sign in was changed by a link of others. */
export async function noteSignInChanged(tx: Transaction, userId: string): Promise<void> {
  await tx.query('UPDATE desk_members SET changed_at = clock_timestamp() WHERE user_id = $1', [userId])
}

/**
 * For how long a person has been an owner as they are, in milliseconds: since they joined, were made one, or signed in
 * anew by a link of others. Their place is held until the transaction ends.
 * @returns null when they are no owner
 */
export async function holdOwnersAge(tx: Transaction, issuerId: string, userId: string): Promise<number | null> {
  const { rows } = await tx.query<{ age: number }>(
    `SELECT (extract(epoch FROM clock_timestamp() - coalesce(changed_at, created_at)) * 1000)::float8 AS age
     FROM desk_members WHERE issuer_id = $1 AND user_id = $2 AND role = 'owner' FOR SHARE`,
    [issuerId, userId],
  )
  return rows[0]?.age ?? null
}

/** Who works for an issuer, held as they are until the transaction ends. */
export async function holdMembers(
  tx: Transaction,
  issuerId: string,
): Promise<{ userId: string; email: string; role: DeskRole }[]> {
  const { rows } = await tx.query<{ userId: string; email: string; role: DeskRole }>(
    `SELECT m.user_id AS "userId", u.email, m.role FROM desk_members m JOIN desk_users u ON u.id = m.user_id
     WHERE m.issuer_id = $1 ORDER BY m.user_id FOR UPDATE OF m`,
    [issuerId],
  )
  return rows
}

/**
 * Changes what a person may do at an issuer.
 * @returns false when they do not work there
 */
export async function updateRole(tx: Transaction, userId: string, issuerId: string, role: DeskRole): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE desk_members SET role = $3::desk_role,
       changed_at = CASE WHEN role = $3::desk_role THEN changed_at ELSE clock_timestamp() END
     WHERE user_id = $1 AND issuer_id = $2`,
    [userId, issuerId, role],
  )
  return rowCount === 1
}

/** Takes a person out of an issuer; their sessions there end with it, as do those that chose no issuer. */
export async function deleteMember(tx: Transaction, userId: string, issuerId: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM desk_members WHERE user_id = $1 AND issuer_id = $2', [
    userId,
    issuerId,
  ])
  await tx.query('DELETE FROM desk_sessions WHERE user_id = $1 AND (issuer_id = $2 OR issuer_id IS NULL)', [
    userId,
    issuerId,
  ])
  return rowCount === 1
}

/** The issuers that a person works for, as far as other transactions may not change them before this one ends. */
export async function holdIssuersOf(tx: Transaction, userId: string): Promise<string[]> {
  // Adding a member reads the person's row, so it waits for this lock.
  await tx.query('SELECT id FROM desk_users WHERE id = $1 FOR UPDATE', [userId])
  const { rows } = await tx.query<{ issuer_id: string }>(
    'SELECT issuer_id FROM desk_members WHERE user_id = $1 ORDER BY issuer_id FOR UPDATE',
    [userId],
  )
  return rows.map((row) => row.issuer_id)
}

/** Issuers at whose desk people work, none of them as owner; their slugs. */
export async function findOwnerlessIssuers(): Promise<string[]> {
  const rows = await prisma().issuer.findMany({
    where: { members: { some: {}, none: { role: 'owner' } } },
    include: { slugs: { where: { current: true } } },
  })
  return rows.map(({ id, slugs }) => slugs[0]?.slug ?? id).sort()
}

/** A person who is told by mail of what was done at an issuer. */
export interface NoticeReader {
  userId: string
  email: string
}

/**
 * The owners of an issuer, and a person besides, with what a notice to them names.
 * @param actor of the activity log; the name of a person among actors is given
 * @param person id, or null
 * @returns null when there is no such issuer
 */
export async function findReadersOfNotices(
  tx: Transaction,
  issuerId: string,
  actor: string,
  person: string | null,
): Promise<{ issuerName: string; who: string | null; readers: NoticeReader[] } | null> {
  const { rows } = await tx.query<{ issuerName: string; who: string | null; userId: string | null; email: string }>(
    `SELECT i.name AS "issuerName", u.id AS "userId", u.email,
       (SELECT name FROM desk_users WHERE 'user:' || id = $2) AS who
     FROM issuers i
     LEFT JOIN desk_users u ON u.id = $3
       OR u.id IN (SELECT user_id FROM desk_members m WHERE m.issuer_id = i.id AND m.role = 'owner')
     WHERE i.id = $1 ORDER BY u.id`,
    [issuerId, actor, person],
  )
  const [first] = rows
  if (!first) return null
  const readers = rows.flatMap(({ userId, email }) => (userId === null ? [] : [{ userId, email }]))
  return { issuerName: first.issuerName, who: first.who, readers }
}
