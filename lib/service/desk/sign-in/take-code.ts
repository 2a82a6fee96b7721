import { symmetricDecrypt } from 'better-auth/crypto'
import { totpStep } from '@/lib/crypto/encoding/totp'
import { findAuthenticator, isStepTaken, takeStep } from '@/lib/store/desk/second-factors'
import { deskSecret } from './auth'

/**
 * Uses up a correct code of a person's authenticator app. A wrong code uses up nothing.
 * @returns false when it is not right, or it or a later one was used already
 */
export async function takeCode(userId: string, code: string): Promise<boolean> {
  const shown = await stepOf(userId, code)
  return shown !== null && takeStep(userId, shown.encrypted, shown.step)
}

/** Whether a code of about now was used already, or a later one: it is refused, and is no guess. */
export async function isCodeTaken(userId: string, code: string): Promise<boolean> {
  const shown = await stepOf(userId, code)
  return shown !== null && isStepTaken(userId, shown.encrypted, shown.step)
}

/** The half minute of a code, and the app that shows it, as it is encrypted; null for a wrong code. */
export async function stepOf(userId: string, code: string): Promise<{ encrypted: string; step: number } | null> {
  const encrypted = await findAuthenticator(userId)
  const secret = encrypted === null ? null : await openAuthenticator(encrypted)
  const step = secret && totpStep(secret, code, Date.now())
  return encrypted !== null && typeof step === 'number' ? { encrypted, step } : null
}

/** @returns the secret of an authenticator app as it is encrypted in the database; null when it cannot be opened */
export async function openAuthenticator(encrypted: string): Promise<Uint8Array | null> {
  const secret = await symmetricDecrypt({ key: deskSecret(), data: encrypted }).catch(() => null)
  return secret === null ? null : Buffer.from(secret, 'utf8')
}
