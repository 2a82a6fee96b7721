import { randomUUID } from 'node:crypto'
import type { Transaction } from '../database'
import { prisma } from '../prisma'

/** Gives a person a password, in place of the one they had. */
export async function setPasswordHash(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await tx.query('DELETE FROM desk_accounts WHERE user_id = $1', [userId])
  await tx.query(
    `INSERT INTO desk_accounts (id, user_id, account_id, provider_id, password) VALUES ($1, $2, $3, 'credential', $4)`,
    [randomUUID(), userId, userId, passwordHash],
  )
}

/** The hash of a person's password, or null when they have none. */
export async function findPasswordHash(userId: string): Promise<string | null> {
  const found = await prisma().deskAccount.findFirst({ where: { userId, providerId: 'credential' } })
  return found?.password ?? null
}

/** Changes a person's name. */
export async function renameUser(tx: Transaction, userId: string, name: string): Promise<void> {
  await tx.query('UPDATE desk_users SET name = $2, updated_at = clock_timestamp() WHERE id = $1', [userId, name])
}

/** Takes away what a person shows beside their password: authenticator app and passkeys; ends all their sessions. */
export async function deleteSecondFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM desk_two_factors WHERE user_id = $1', [userId])
  await tx.query('DELETE FROM desk_passkeys WHERE user_id = $1', [userId])
  await tx.query('DELETE FROM desk_sessions WHERE user_id = $1', [userId])
  await tx.query('UPDATE desk_users SET two_factor_enabled = false WHERE id = $1', [userId])
}

/** Takes a person's password away. */
export async function deletePassword(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM desk_accounts WHERE user_id = $1', [userId])
}
