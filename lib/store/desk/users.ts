import type { Transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { insertSealed } from '@/lib/store/keys/sealed-rows'
import { setPasswordHash } from './credentials'

/**
 * The person with this e-mail (in lower case), and whether they work for any issuer; null when unknown. A person whose
 * record fails its check is unknown, too: an unknown person sets everything up anew.
 */
export async function findUserByEmail(email: string): Promise<{ id: string; works: boolean } | null> {
  const found = await prisma().deskUser.findUnique({ where: { email }, select: { id: true, members: { take: 1 } } })
  return found && { id: found.id, works: found.members.length > 0 }
}

/** The id of who has this e-mail by now. */
export async function findUserId(tx: Transaction, email: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM desk_users WHERE email = $1', [email])
  return rows[0]?.id ?? null
}

/**
 * Adds a person with a password, or with none where a passkey takes its place.
 * @returns false when the e-mail is taken
 */
export async function insertUser(
  tx: Transaction,
  user: { id: string; name: string; email: string; passwordHash: string | null },
): Promise<boolean> {
  const { passwordHash: _hash, ...person } = user
  const row = { ...person, emailVerified: true, twoFactorEnabled: false }
  if ((await insertSealed(tx, 'desk_users', [row], '(email) DO NOTHING')).length !== 1) return false
  if (user.passwordHash !== null) await setPasswordHash(tx, user.id, user.passwordHash)
  return true
}
