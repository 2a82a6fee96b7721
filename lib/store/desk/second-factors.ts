import { type Transaction, workingPool } from '../database'

/** An authenticator's secret as it is stored. */
export interface StoredSecondFactor {
  id: string
  secret: string
  backupCodes: string
}

/** Every second factor, held until the transaction ends. */
export async function holdSecondFactors(tx: Transaction): Promise<StoredSecondFactor[]> {
  const { rows } = await tx.query<StoredSecondFactor>(
    'SELECT id, secret, backup_codes AS "backupCodes" FROM desk_two_factors ORDER BY id FOR UPDATE',
  )
  return rows
}

/** Writes a second factor as it is sealed now. */
export async function updateSecondFactor(tx: Transaction, row: StoredSecondFactor): Promise<void> {
  await tx.query('UPDATE desk_two_factors SET secret = $2, backup_codes = $3 WHERE id = $1', [
    row.id,
    row.secret,
    row.backupCodes,
  ])
}

/**
 * Puts another app in place of a person's present one.
 * @param step the half minute of the code that it showed
 */
export async function replaceAuthenticator(
  tx: Transaction,
  userId: string,
  secret: string,
  step: number,
): Promise<void> {
  await tx.query(
    `UPDATE desk_two_factors SET secret = $2, last_code_step = $3, failed_verification_count = 0, locked_until = NULL
     WHERE user_id = $1`,
    [userId, secret, step],
  )
}

/** The sealed secret of a person's authenticator app, or null when they have none. */
export async function findAuthenticator(userId: string): Promise<string | null> {
  const { rows } = await workingPool().query<{ secret: string }>(
    'SELECT secret FROM desk_two_factors WHERE user_id = $1',
    [userId],
  )
  return rows[0]?.secret ?? null
}

/**
 * Uses up a code of an authenticator app: neither it nor one before it is taken again.
 * @param secret as it is sealed, of the app that showed it
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
