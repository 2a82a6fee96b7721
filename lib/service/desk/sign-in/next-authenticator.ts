import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto'
import { totpStep } from '@/lib/crypto/encoding/totp'
import { SecondFactorNeeded } from '@/lib/service/desk/authorize'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { transaction } from '@/lib/store/database/database'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { findOneTimeValue, keepOneTimeValue, takeOneTimeValue } from '@/lib/store/desk/one-time-values'
import {
  findAuthenticator,
  hasAuthenticator,
  insertFirstAuthenticator,
  replaceAuthenticator,
} from '@/lib/store/desk/second-factors'
import { deleteSessions, noteSecondFactor } from '@/lib/store/desk/sessions'
import { deskSecret } from './auth'
import { holdOwnSession } from './hold-own-session'
import { openAuthenticator } from './take-code'

const SECONDS = 15 * 60

/**
 * Makes the secret of the authenticator app that is to replace a person's current one. The current one counts until
 * then: merely opening the page must not cost anybody their second factor. A session that opens the page again is shown
 * the same secret, since an app may know it already.
 * @returns the secret
 */
export async function keepNextAuthenticator(person: DeskPerson): Promise<string> {
  const kept = await findOneTimeValue(nameOf(person))
  const known = kept && (await openAuthenticator(kept.value))
  if (known) return Buffer.from(known).toString('utf8')
  const data = generateRandomString(32)
  await keepOneTimeValue(nameOf(person), await symmetricEncrypt({ key: deskSecret(), data }), SECONDS)
  return data
}

/**
 * Makes the person's first authenticator app, which counts once it showed its first code. A session that opens the page
 * again, or twice at once, is shown the same secret; another session is shown its own, in the place of it.
 * @returns the secret
 * @throws SecondFactorNeeded when an app was set up meanwhile; ServiceError `forbidden` when the session was ended
 */
export async function keepFirstAuthenticator(person: DeskPerson): Promise<string> {
  const data = generateRandomString(32)
  const key = deskSecret()
  // None are handed out: an owner makes a link for who lost the app.
  const [secret, backupCodes] = await Promise.all([
    symmetricEncrypt({ key, data }),
    symmetricEncrypt({ key, data: '[]' }),
  ])
  return transaction(async (tx) => {
    await holdOwnSession(tx, person)
    // It was set up from another session meanwhile.
    if (await hasAuthenticator(tx, person.userId)) throw new SecondFactorNeeded()
    const kept = await findOneTimeValue(nameOf(person), tx)
    const isShown = kept !== null && (await findAuthenticator(person.userId, tx)) === kept.value
    const known = isShown && (await openAuthenticator(kept.value))
    if (known) return Buffer.from(known).toString('utf8')
    await insertFirstAuthenticator(tx, { userId: person.userId, secret, backupCodes })
    await keepOneTimeValue(nameOf(person), secret, SECONDS, tx)
    return data
  })
}

/**
 * Replaces the person's app by the one whose secret they were shown, when it shows this code; the activity log has it in the same go.
 * @returns `set-cookie` values, which are none; null when it was not replaced
 */
export async function takeNextAuthenticator(person: DeskPerson, code: string): Promise<string[] | null> {
  const kept = await findOneTimeValue(nameOf(person))
  if (!kept) return null
  const secret = await openAuthenticator(kept.value)
  const step = secret && totpStep(secret, code, Date.now())
  if (typeof step !== 'number') return null
  const replaced = await transaction(async (tx) => {
    await holdOwnSession(tx, person)
    if ((await takeOneTimeValue(nameOf(person), tx)) !== kept.value) return false
    await replaceAuthenticator(tx, person.userId, kept.value, step)
    // Whoever is signed in elsewhere showed the app of before.
    await deleteSessions(tx, person.userId, { except: person.session.id })
    await noteSecondFactor(person.session.token, tx)
    await insertOwnActivity(person, 'account.app_set_up', null, tx)
    return true
  })
  return replaced ? [] : null
}

/** Of one session: whoever sits in another has not shown this secret to an app of theirs. */
function nameOf({ userId, session }: DeskPerson): string {
  return `next-authenticator ${userId} ${session.id}`
}
