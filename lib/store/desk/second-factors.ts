import type { Transaction } from '../database'

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

/** Puts another app in place of a person's present one. */
export async function replaceAuthenticator(tx: Transaction, userId: string, secret: string): Promise<void> {
  await tx.query(
    `UPDATE desk_two_factors SET secret = $2, last_code_hash = NULL, failed_verification_count = 0, locked_until = NULL
     WHERE user_id = $1`,
    [userId, secret],
  )
}
