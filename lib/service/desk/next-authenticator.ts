import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { isTotpCode } from '@/lib/crypto/totp'
import { transaction } from '@/lib/store/database'
import { findOneTimeValue, keepOneTimeValue, takeOneTimeValue } from '@/lib/store/desk/one-time-values'
import { replaceAuthenticator } from '@/lib/store/desk/second-factors'
import { noteSecondFactor } from '@/lib/store/desk/sessions'
import { deskSecret } from './auth'
import type { DeskPerson } from './desk-person'

const SECONDS = 15 * 60

/**
 * Makes the secret of the authenticator app that is to replace a person's present one, which counts until then: merely
 * opening the page must not cost anybody their second factor.
 * @returns the secret
 */
export async function keepNextAuthenticator(userId: string): Promise<string> {
  const data = generateRandomString(32)
  await keepOneTimeValue(nameOf(userId), await symmetricEncrypt({ key: deskSecret(), data }), SECONDS)
  return data
}

/**
 * Replaces the person's app by the one whose secret they were shown, when it shows this code.
 * @returns `set-cookie` values, which are none; null when it was not replaced
 */
export async function takeNextAuthenticator(person: DeskPerson, code: string): Promise<string[] | null> {
  const kept = await findOneTimeValue(nameOf(person.userId))
  if (!kept) return null
  const secret = await symmetricDecrypt({ key: deskSecret(), data: kept.value }).catch(() => null)
  if (secret === null || !isTotpCode(Buffer.from(secret, 'utf8'), code, Date.now())) return null
  const replaced = await transaction(async (tx) => {
    if ((await takeOneTimeValue(nameOf(person.userId), tx)) !== kept.value) return false
    await replaceAuthenticator(tx, person.userId, kept.value)
    return true
  })
  if (!replaced) return null
  await noteSecondFactor(person.session.token)
  return []
}

function nameOf(userId: string): string {
  return `next-authenticator ${userId}`
}
