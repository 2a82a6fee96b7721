import { randomUUID } from 'node:crypto'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { findSealed, insertSealed, updateSealed } from '@/lib/store/keys/sealed-rows'
import { holdAccount } from './sessions'

/** Gives a person a password, in place of the one they had: who was let through to the second step with that one begins again. */
export async function setPasswordHash(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await deletePassword(tx, userId)
  const account = { id: randomUUID(), userId, accountId: userId, providerId: 'credential', password: passwordHash }
  await insertSealed(tx, 'desk_accounts', [account])
}

/** The hash of a person's password, or null when they have none. */
export async function findPasswordHash(userId: string, tx?: Transaction): Promise<string | null> {
  const own = "user_id = $1 AND provider_id = 'credential'"
  const [found] = await findSealed(tx ?? workingPool(), 'desk_accounts', own, [userId])
  return found?.password ?? null
}

/** Changes a person's name. @returns false when their record does not count */
export async function renameUser(tx: Transaction, userId: string, name: string): Promise<boolean> {
  return (await updateSealed(tx, 'desk_users', 'id = $1', [userId], { name, updatedAt: new Date() })).length === 1
}

/**
 * Takes away what a person shows beside their password: authenticator app and passkeys; ends all their sessions. Begin
 * the transaction with `holdAccountAlone`, so that nothing of the kind is added meanwhile.
 */
export async function deleteSecondFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM desk_two_factors WHERE user_id = $1', [userId])
  await tx.query('DELETE FROM desk_passkeys WHERE user_id = $1', [userId])
  await tx.query('DELETE FROM desk_sessions WHERE user_id = $1', [userId])
  await updateSealed(tx, 'desk_users', 'id = $1', [userId], { twoFactorEnabled: false })
}

/** Takes a person's password away, and lets nobody take the second step whom it let through. */
export async function deletePassword(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM desk_accounts WHERE user_id = $1', [userId])
  await deleteSecondSteps(tx, userId)
}

/** Lets whoever was let through to the second step of signing in begin again. */
export async function deleteSecondSteps(tx: Transaction, userId: string): Promise<void> {
  await tx.query("DELETE FROM desk_verifications WHERE value = $1 AND identifier LIKE '2fa-%'", [userId])
}

/**
 * Whether a person's password is still the one of before a step that rests on it: whoever changes it ends what began with the old
 * one by then, and this ends what comes after.
 * @param before its hash, as it was read before the step
 */
export async function holdsPassword(tx: Transaction, userId: string, before: string | null): Promise<boolean> {
  await holdAccount(tx, userId)
  return (await findPasswordHash(userId, tx)) === before
}
