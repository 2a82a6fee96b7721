import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { insertSealed, isSealed } from '@/lib/store/keys/sealed-rows'
import { setPasswordHash } from './credentials'
import { holdIssuersOf } from './members'

/**
 * The person with this e-mail (in lower case), and whether they work for any issuer; null when unknown.
 * @throws ServiceError `unavailable` where their record fails its check: the id in it may be another's
 */
export async function findUserByEmail(email: string): Promise<{ id: string; works: boolean } | null> {
  const found = await prisma().deskUser.findUnique({ where: { email }, include: { members: { take: 1 } } })
  if (!found) return null
  if (!isSealed('desk_users', found)) throw personFails()
  return { id: found.id, works: found.members.length > 0 }
}

/** The people with these ids, wherever they work; without those whose record fails its check. */
export async function findUsersByIds(ids: readonly string[]): Promise<{ id: string; name: string; email: string }[]> {
  const rows = await prisma().deskUser.findMany({ where: { id: { in: [...ids] } } })
  return rows.filter((row) => isSealed('desk_users', row))
}

/** @throws as `findUserByEmail` */
export function personFails(): ServiceError {
  const sentence = 'The record of this person fails its check. Ask the operator of this service.'
  return new ServiceError('unavailable', sentence)
}

/** The id of who has this e-mail by now. */
export async function findUserId(tx: Transaction, email: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM desk_users WHERE email = $1', [email])
  return rows[0]?.id ?? null
}

/** The e-mail of who has this id, held until the transaction ends. */
export async function findUserEmail(tx: Transaction, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ email: string }>('SELECT email FROM desk_users WHERE id = $1 FOR UPDATE', [id])
  return rows[0]?.email ?? null
}

/**
 * Adds a person with a password, or with none where a passkey takes its place.
 * @returns false when the e-mail is taken
 * @throws ServiceError `unavailable` where places of somebody with this id are left: they would be the new person's
 */
export async function insertUser(
  tx: Transaction,
  user: { id: string; name: string; email: string; passwordHash: string | null },
): Promise<boolean> {
  const { passwordHash: _hash, ...person } = user
  const row = { ...person, emailVerified: true, twoFactorEnabled: false }
  if ((await insertSealed(tx, 'desk_users', [row], '(email) DO NOTHING')).length !== 1) return false
  if ((await holdIssuersOf(tx, user.id)).length > 0) throw personFails()
  if (user.passwordHash !== null) await setPasswordHash(tx, user.id, user.passwordHash)
  return true
}

/** The issuers that a person works for, by their slugs; nobody joins or leaves before the transaction ends. */
export async function findWorkplaces(tx: Transaction, userId: string): Promise<string[]> {
  const issuers = await holdIssuersOf(tx, userId)
  const { rows } = await tx.query<{ slug: string }>(
    'SELECT slug FROM issuer_slugs WHERE issuer_id = ANY($1::uuid[]) AND current ORDER BY slug',
    [issuers],
  )
  return rows.map(({ slug }) => slug)
}

/**
 * Deletes a person with all that is kept of them, and every invitation to their address.
 * @param person `userId`: null where there is no account
 * @returns how many invitations
 */
export async function deleteUser(
  tx: Transaction,
  { userId, email }: { userId: string | null; email: string },
): Promise<number> {
  const { rowCount } = await tx.query('DELETE FROM desk_invitations WHERE email = $1', [email])
  // Steps of signing in that are under way name nobody but the id.
  await tx.query('DELETE FROM desk_verifications WHERE strpos(identifier || value, $1::text) > 0', [userId])
  await tx.query('DELETE FROM desk_users WHERE id = $1', [userId])
  return rowCount ?? 0
}
