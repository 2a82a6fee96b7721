import type { DeskRole } from '@/lib/domain/desk/role'
import type { Transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { databaseTime } from '@/lib/store/evidence/event-log'
import type { SealedIssuer } from '@/lib/store/issuers/issuers'
import { findSealed, holdSealed, insertSealed, isSealed, readRows, updateSealed } from '@/lib/store/keys/sealed-rows'

/** A person's place at one issuer, whose row is as it stands. */
export interface StoredMembership {
  issuer: SealedIssuer
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
export async function findMemberships(userId: string): Promise<StoredMembership[]> {
  const rows = await prisma().deskMember.findMany({
    where: { userId },
    include: { issuer: { include: { slugs: { where: { current: true } } } } },
    orderBy: { issuer: { name: 'asc' } },
  })
  return rows
    .filter((row) => isSealed('desk_members', row))
    .map(({ issuer: { slugs, ...issuer }, role, createdAt }) => ({
      issuer: { ...issuer, slug: slugs[0]?.slug ?? '' },
      role,
      createdAt,
    }))
}

/** At how many issuers a person has a place, also one that does not count: where fewer would allow more. */
export async function countPlaces(userId: string): Promise<number> {
  return prisma().deskMember.count({ where: { userId } })
}

/** Everybody who works for an issuer, by name. */
export async function listMembers(issuerId: string): Promise<ListedMember[]> {
  const rows = await prisma().deskMember.findMany({
    where: { issuerId },
    include: { user: { include: { sessions: { orderBy: { updatedAt: 'desc' }, take: 1 } } } },
    orderBy: { user: { name: 'asc' } },
  })
  return rows
    .filter((row) => isSealed('desk_members', row) && isSealed('desk_users', row.user))
    .map(({ user, role, createdAt }) => ({
      userId: user.id,
      name: user.name,
      email: user.email,
      role,
      createdAt,
      lastSeenAt: user.sessions[0]?.createdAt ?? null,
    }))
}

/**
 * Adds a person to an issuer; who is there already keeps their role. What stood there and does not count gives way.
 * @returns false when they are there already
 */
export async function addMember(
  tx: Transaction,
  member: { userId: string; issuerId: string; role: DeskRole },
): Promise<boolean> {
  const { userId, issuerId } = member
  const here = 'user_id = $1 AND issuer_id = $2'
  if ((await holdSealed(tx, 'desk_members', here, [userId, issuerId])).length === 1) return false
  await tx.query(`DELETE FROM desk_members WHERE ${here}`, [userId, issuerId])
  const place = { ...member, createdAt: new Date(await databaseTime(tx)) }
  return (await insertSealed(tx, 'desk_members', [place], '(user_id, issuer_id) DO NOTHING')).length === 1
}

/** Notes, at every issuer that a person works for, that how they sign in was changed by a link of others. */
export async function noteSignInChanged(tx: Transaction, userId: string): Promise<void> {
  const changedAt = new Date(await databaseTime(tx))
  await updateSealed(tx, 'desk_members', 'user_id = $1', [userId], { changedAt })
}

/**
 * What a person may do at an issuer, and for how long they have been there as they are, in milliseconds: since they joined, got
 * their role, or signed in anew by a link of others.
 * @returns null where they do not work there
 */
export async function findPlace(
  tx: Transaction,
  issuerId: string,
  userId: string,
): Promise<{ role: DeskRole; age: number } | null> {
  const [place] = await findSealed(tx, 'desk_members', 'issuer_id = $1 AND user_id = $2', [issuerId, userId])
  if (!place) return null
  return { role: place.role, age: (await databaseTime(tx)) - (place.changedAt ?? place.createdAt).getTime() }
}

/** What a person may do at an issuer as it is by now; null where they do not work there. */
export async function findRole(tx: Transaction, issuerId: string, userId: string): Promise<DeskRole | null> {
  const [place] = await findSealed(tx, 'desk_members', 'issuer_id = $1 AND user_id = $2', [issuerId, userId])
  return place?.role ?? null
}

/** The same, held until the transaction ends. */
export async function holdRole(tx: Transaction, issuerId: string, userId: string): Promise<DeskRole | null> {
  const here = 'issuer_id = $1 AND user_id = $2 FOR SHARE'
  const [place] = await findSealed(tx, 'desk_members', here, [issuerId, userId])
  return place?.role ?? null
}

/**
 * Who works for an issuer, held as they are until the transaction ends.
 * @returns `role` null: there is a place, and it does not count
 */
export async function holdMembers(
  tx: Transaction,
  issuerId: string,
): Promise<{ userId: string; email: string; role: DeskRole | null }[]> {
  const places = await readRows(tx, 'desk_members', 'issuer_id = $1 ORDER BY user_id FOR UPDATE', [issuerId])
  const users = await readRows(tx, 'desk_users', 'id = ANY($1::uuid[])', [places.map(({ userId }) => userId)])
  const people = new Map(users.map((user) => [user.id, user]))
  return places.map((place) => {
    const user = people.get(place.userId)
    const counts = isSealed('desk_members', place) && user !== undefined && isSealed('desk_users', user)
    return { userId: place.userId, email: user?.email ?? '', role: counts ? place.role : null }
  })
}

/**
 * Changes what a person may do at an issuer.
 * @returns false when they do not work there
 */
export async function updateRole(tx: Transaction, userId: string, issuerId: string, role: DeskRole): Promise<boolean> {
  const now = new Date(await databaseTime(tx))
  const here = 'user_id = $1 AND issuer_id = $2'
  const changed = await updateSealed(tx, 'desk_members', here, [userId, issuerId], (place) =>
    place.role === role ? {} : { role, changedAt: now },
  )
  return changed.length === 1
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
    where: { members: { some: {} } },
    include: { slugs: { where: { current: true } }, members: { where: { role: 'owner' } } },
  })
  return rows
    .filter(({ members }) => !members.some((owner) => isSealed('desk_members', owner)))
    .map(({ id, slugs }) => slugs[0]?.slug ?? id)
    .sort()
}

/** What an issuer's name is believed by. */
type NamedIssuer = Omit<SealedIssuer, 'slug' | 'suspended'>

/** A person who is told by mail of what was done at an issuer. */
export interface NoticeReader {
  userId: string
  email: string
}

/**
 * The owners of an issuer, and a person besides, with what a notice to them names.
 * @param actor of the activity log; of a person among actors the name and the e-mail are given
 * @param person id, or null
 * @returns null when there is no such issuer
 */
export async function findReadersOfNotices(
  tx: Transaction,
  issuerId: string,
  actor: string,
  person: string | null,
): Promise<{ issuer: NamedIssuer; who: string | null; readers: NoticeReader[] } | null> {
  const { rows } = await tx.query<NamedIssuer>(
    'SELECT id, name, domain, assurance, did, mac FROM issuers WHERE id = $1',
    [issuerId],
  )
  if (!rows[0]) return null
  const owners = await findSealed(tx, 'desk_members', "issuer_id = $1 AND role = 'owner'", [issuerId])
  const acting = /^user:(.*)$/.exec(actor)?.[1] ?? null
  const told = [...owners.map(({ userId }) => userId), person]
  const users = await findSealed(tx, 'desk_users', 'id::text = ANY($1::text[]) ORDER BY id', [[...told, acting]])
  const who = users.find(({ id }) => id === acting)
  return {
    issuer: rows[0],
    // People choose their names, and one may choose that of another, or the operator's.
    who: who ? `${who.name} (${who.email})` : null,
    readers: users.filter(({ id }) => told.includes(id)).map(({ id, email }) => ({ userId: id, email })),
  }
}
