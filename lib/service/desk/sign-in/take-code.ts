import { symmetricDecrypt } from 'better-auth/crypto'
import { totpStep } from '@/lib/crypto/encoding/totp'
import { findAuthenticator, takeStep } from '@/lib/store/desk/second-factors'
import { deskSecret } from './auth'

/**
 * Uses up a code of a person's authenticator app once it is known to be right. A wrong one uses up nothing.
 * @returns false when it is not right, or it or a later one was used already
 */
export async function takeCode(userId: string, code: string): Promise<boolean> {
  const sealed = await findAuthenticator(userId)
  if (sealed === null) return false
  const secret = await openAuthenticator(sealed)
  const step = secret && totpStep(secret, code, Date.now())
  return typeof step === 'number' && takeStep(userId, sealed, step)
}

/** @returns the secret of an authenticator app as it is sealed in the database; null when it cannot be opened */
export async function openAuthenticator(sealed: string): Promise<Uint8Array | null> {
  const secret = await symmetricDecrypt({ key: deskSecret(), data: sealed }).catch(() => null)
  return secret === null ? null : Buffer.from(secret, 'utf8')
}
