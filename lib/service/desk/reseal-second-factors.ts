import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { ServiceError } from '@/lib/errors'
import { holdSecondFactors, updateSecondFactor } from '@/lib/store/desk/second-factors'
import type { Transaction } from '@/lib/store/database'
import { deskSecret } from './auth'

/**
 * Encrypts every authenticator's secret anew, since the sign-in library's key is derived from the key encryption key.
 * What is under the next key already stays as it is.
 * @returns how many there are
 * @throws ServiceError `unavailable` when one opens with neither key
 */
export async function resealSecondFactors(tx: Transaction, current: Buffer, next: Buffer): Promise<number> {
  const rows = await holdSecondFactors(tx)
  for (const row of rows) {
    await updateSecondFactor(tx, {
      id: row.id,
      secret: await reseal(row.secret, current, next),
      backupCodes: await reseal(row.backupCodes, current, next),
    })
  }
  return rows.length
}

async function reseal(sealed: string, current: Buffer, next: Buffer): Promise<string> {
  if ((await open(sealed, next)) !== null) return sealed
  const data = await open(sealed, current)
  if (data === null) throw new ServiceError('unavailable', 'A second factor cannot be opened. Nothing was changed.')
  return symmetricEncrypt({ key: deskSecret(next), data })
}

/** @returns null when it was sealed under another key */
async function open(sealed: string, key: Buffer): Promise<string | null> {
  return symmetricDecrypt({ key: deskSecret(key), data: sealed }).catch(() => null)
}
