import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { resealTable } from '@/lib/store/keys/reseal-rows'
import { deskSecret } from './auth'

/**
 * Encrypts every authenticator's secret anew, since the sign-in library's key is derived from the key encryption key.
 * @returns how many there are
 * @throws ServiceError `unavailable` when one does not open
 */
export function reencryptSecondFactors(tx: Transaction, keys: { current: Buffer; next: Buffer }): Promise<number> {
  return resealTable(tx, 'desk_two_factors', keys, async ({ secret, backupCodes }) => ({
    secret: await reencrypt(secret, keys),
    backupCodes: await reencrypt(backupCodes, keys),
  }))
}

async function reencrypt(encrypted: string, { current, next }: { current: Buffer; next: Buffer }): Promise<string> {
  const data = await symmetricDecrypt({ key: deskSecret(current), data: encrypted }).catch(() => null)
  if (data === null) throw new ServiceError('unavailable', 'A second factor cannot be opened. Nothing was changed.')
  return symmetricEncrypt({ key: deskSecret(next), data })
}
