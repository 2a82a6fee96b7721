import { symmetricDecrypt } from 'better-auth/crypto'
import { totpStep } from '@/lib/crypto/encoding/totp'
import { findAuthenticator, takeStep } from '@/lib/store/desk/second-factors'
import { deskSecret } from './auth'

/**
 * Uses up a correct code of a person's authenticator app. A wrong code uses up nothing.
 * @returns false when it is not right, or it or a later one was used already
 */
export async function takeCode(userId: string, code: string): Promise<boolean> {
  const encrypted = await findAuthenticator(userId)
  if (encrypted === null) return false
  const secret = await openAuthenticator(encrypted)
  const step = secret && totpStep(secret, code, Date.now())
  return typeof step === 'number' && takeStep(userId, encrypted, step)
}

/** @returns the secret of an authenticator app as it is encrypted in the database; null when it cannot be opened */
export async function openAuthenticator(encrypted: string): Promise<Uint8Array | null> {
  const secret = await symmetricDecrypt({ key: deskSecret(), data: encrypted }).catch(() => null)
  return secret === null ? null : Buffer.from(secret, 'utf8')
}
