import { randomUUID } from 'node:crypto'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { findSealed, insertSealed, updateSealed } from '@/lib/store/keys/sealed-rows'

/** Whether a person has an authenticator app that has shown a code. */
export async function hasAuthenticator(tx: Transaction, userId: string): Promise<boolean> {
  return (await findSealed(tx, 'desk_users', 'id = $1', [userId])).some((user) => user.twoFactorEnabled)
}

/** Makes an authenticator app that has shown no code yet, in the place of another such one. */
export async function insertFirstAuthenticator(
  tx: Transaction,
  app: { userId: string; secret: string; backupCodes: string },
): Promise<void> {
  await tx.query('DELETE FROM desk_two_factors WHERE user_id = $1', [app.userId])
  await insertSealed(tx, 'desk_two_factors', [{ ...app, id: randomUUID(), verified: false }])
}

/**
 * Lets a person's first authenticator app count from now on.
 * @param step the half minute of the code that it showed
 */
export async function enableFirstAuthenticator(tx: Transaction, userId: string, step: number): Promise<void> {
  const shown = { verified: true, lastCodeStep: BigInt(step) }
  await updateSealed(tx, 'desk_two_factors', 'user_id = $1', [userId], shown)
  await updateSealed(tx, 'desk_users', 'id = $1', [userId], { twoFactorEnabled: true, updatedAt: new Date() })
}

/**
 * Replaces a person's authenticator app by another one.
 * @param step the half minute of the code that it showed
 */
export async function replaceAuthenticator(
  tx: Transaction,
  userId: string,
  secret: string,
  step: number,
): Promise<void> {
  const fresh = { secret, lastCodeStep: BigInt(step), failedVerificationCount: 0, lockedUntil: null }
  await updateSealed(tx, 'desk_two_factors', 'user_id = $1', [userId], fresh)
}

/** The encrypted secret of a person's authenticator app, or null when they have none. */
export async function findAuthenticator(userId: string, tx?: Transaction): Promise<string | null> {
  const [found] = await findSealed(tx ?? workingPool(), 'desk_two_factors', 'user_id = $1', [userId])
  return found?.secret ?? null
}

/** Whether a code of an authenticator app was used, or one after it; `secret` and `step` as of `takeStep`. */
export async function isStepTaken(userId: string, secret: string, step: number): Promise<boolean> {
  const { rowCount } = await workingPool().query(
    'SELECT FROM desk_two_factors WHERE user_id = $1 AND secret = $2 AND last_code_step >= $3',
    [userId, secret, step],
  )
  return rowCount === 1
}

/**
 * Uses up a code of an authenticator app: neither it nor one before it is taken again.
 * @param secret as it is encrypted, of the app that showed it
 * @param step the half minute that it is shown for
 * @returns false when it, or a later one, was used already
 */
export async function takeStep(userId: string, secret: string, step: number): Promise<boolean> {
  const { rowCount } = await workingPool().query(
    `UPDATE desk_two_factors SET last_code_step = $3
     WHERE user_id = $1 AND secret = $2 AND (last_code_step IS NULL OR last_code_step < $3)`,
    [userId, secret, step],
  )
  return rowCount === 1
}
