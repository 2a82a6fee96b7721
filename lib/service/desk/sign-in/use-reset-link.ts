import { verify } from '@node-rs/argon2'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { ServiceError } from '@/lib/errors'
import { tellOwners } from '@/lib/service/desk/note-activity'
import { transaction } from '@/lib/store/database/database'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { deletePassword, deleteSecondFactors, findPasswordHash, setPasswordHash } from '@/lib/store/desk/credentials'
import { findMemberships, noteSignInChanged } from '@/lib/store/desk/members'
import { countTry, takeOneTimeValue } from '@/lib/store/desk/one-time-values'
import { insertPasskey, type StoredPasskey } from '@/lib/store/desk/passkeys'
import { holdAccountAlone } from '@/lib/store/desk/sessions'
import { hashPassword } from './auth'
import type { From } from './auth-call'
import { readNewPasskey } from './new-passkey'
import { openSession } from './open-session'
import { creationOptions } from './passkey-options'
import { checkPassword } from './password-rule'
import { getReset, RESET, resetGone, resetHash, resetName } from './reset-link'

/** The most passwords that may be tried with a link. */
const MOST_TRIES = 10

/** What the browser is asked for by who makes a new passkey. @throws ServiceError `gone` */
export async function resetOptions(token: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const reset = await getReset(token)
  return creationOptions({ purpose: 'reset', userId: reset.userId, subject: resetHash(token) }, reset, [])
}

/**
 * Uses the link with a password: the present one, or one that is chosen now where the link is for a lost one. Second
 * factor and sessions of before are gone, an app is set up next.
 * @returns `set-cookie` values; null when the present password is wrong, which uses the link up the tenth time only
 * @throws ServiceError `gone`; `malformed` when the chosen one is refused
 */
export async function resetWithPassword(token: string, password: string, from: From): Promise<string[] | null> {
  const { userId, needs, name, email } = await getReset(token)
  if (needs === 'anew') {
    checkPassword(password, [name, email])
    await spend(token, from, { passwordHash: await hashPassword(password) })
  } else {
    const tries = await countTry(resetName(userId))
    const hash = await findPasswordHash(userId)
    if (tries === null || tries > MOST_TRIES) throw resetGone()
    if (hash === null || !(await verify(hash, password))) return tries < MOST_TRIES ? null : await drop(userId)
    await spend(token, from, {})
  }
  return (await openSession(userId, { password }, from)) ?? []
}

/**
 * Uses the link with a new passkey, for who has no password or lost it.
 * @returns `set-cookie` values
 * @throws ServiceError `gone`, `malformed`
 */
export async function resetWithPasskey(token: string, answer: string, from: From): Promise<string[]> {
  const { userId, needs } = await getReset(token)
  if (needs === 'password')
    throw new ServiceError('malformed', 'Enter your password.', { details: { field: 'password' } })
  const made = await readNewPasskey(answer, 'reset', 'New passkey')
  if (made.bound.subject !== resetHash(token)) throw new ServiceError('malformed', 'This passkey is for another link.')
  await spend(token, from, { passkey: made.passkey })
  return (await openSession(userId, { passkey: made.passkey.id }, from)) ?? []
}

/** Whoever holds a link without knowing the password may not go on guessing it. */
async function drop(userId: string): Promise<never> {
  await takeOneTimeValue(resetName(userId))
  throw resetGone()
}

/** Uses the link up and takes away what signed in before, in one go. */
async function spend(
  token: string,
  { address }: From,
  made: { passkey?: StoredPasskey; passwordHash?: string },
): Promise<void> {
  const { userId, needs } = await getReset(token)
  const places = await findMemberships(userId)
  await transaction(async (tx) => {
    const taken = await takeOneTimeValue(resetName(userId), tx)
    // A newer link may have taken its place meanwhile; that one stays then.
    if (taken === null || RESET.parse(JSON.parse(taken)).tokenHash !== resetHash(token)) throw resetGone()
    await holdAccountAlone(tx, userId)
    // The places before the sessions, as who takes a person out of an issuer: otherwise both might wait for each other.
    await noteSignInChanged(tx, userId)
    await deleteSecondFactors(tx, userId)
    if (needs === 'anew') await deletePassword(tx, userId)
    if (made.passwordHash !== undefined) await setPasswordHash(tx, userId, made.passwordHash)
    if (made.passkey && !(await insertPasskey(tx, made.passkey)))
      throw new ServiceError('malformed', 'This passkey is registered already. Choose another.')
    await insertOwnActivity({ userId, address }, 'person.reset', null, tx)
    for (const { issuer } of places) {
      await tellOwners(
        tx,
        { issuerId: issuer.id, actor: `user:${userId}`, action: 'person.reset', subject: userId },
        userId,
      )
    }
  })
}
