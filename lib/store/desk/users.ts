import type { Transaction } from '../database'
import { prisma } from '../prisma'
import { setPasswordHash } from './credentials'

/** The person with this e-mail (in lower case), and whether they work for any issuer; null when unknown. */
export async function findUserByEmail(email: string): Promise<{ id: string; works: boolean } | null> {
  const found = await prisma().deskUser.findUnique({ where: { email }, select: { id: true, members: { take: 1 } } })
  return found && { id: found.id, works: found.members.length > 0 }
}

/**
 * Adds a person with a password, or with none where a passkey takes its place.
 * @returns false when the e-mail is taken
 */
export async function insertUser(
  tx: Transaction,
  user: { id: string; name: string; email: string; passwordHash: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO desk_users (id, name, email, email_verified) VALUES ($1, $2, $3, true) ON CONFLICT (email) DO NOTHING`,
    [user.id, user.name, user.email],
  )
  if (rowCount !== 1) return false
  if (user.passwordHash !== null) await setPasswordHash(tx, user.id, user.passwordHash)
  return true
}
