import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto'
import { totpStep } from '@/lib/crypto/encoding/totp'
import { SecondFactorNeeded } from '@/lib/service/desk/authorize'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { transaction } from '@/lib/store/database/database'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { findOneTimeValue, keepOneTimeValue, takeOneTimeValue } from '@/lib/store/desk/one-time-values'
import {
  enableFirstAuthenticator,
  findAuthenticator,
  hasAuthenticator,
  insertFirstAuthenticator,
  replaceAuthenticator,
} from '@/lib/store/desk/second-factors'
import {
  deleteHalfSessions,
  deleteSessionByToken,
  deleteSessions,
  noteSecondFactor,
  takeOverIssuer,
} from '@/lib/store/desk/sessions'
import { deskAuth, deskSecret } from './auth'
import { authCall, authHeaders, type From, sessionTokenOf } from './auth-call'
import { holdOwnSession } from './hold-own-session'
import { openAuthenticator, stepOf } from './take-code'

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
 * Makes a person's first app count, when it shows this code, and gives them a new session in the place of theirs; the activity log has
 * it in the same go. The sign-in library does it in steps: one that is lost in between leaves an app that is asked for and never taken.
 * @returns `set-cookie` values; null when the code is wrong, or is of an app that is set up no more
 * @throws as `holdOwnSession`; ServiceError `unavailable`
 */
export async function takeFirstAuthenticator(person: DeskPerson, code: string, from: From): Promise<string[] | null> {
  const { userId, session } = person
  const shown = await stepOf(userId, code)
  if (!shown) return null
  // Nobody has it yet, and it is nothing without what follows.
  const answer = await authCall(() =>
    deskAuth().api.openSession({ body: { userId }, headers: authHeaders({ ...from, cookie: '' }), asResponse: true }),
  )
  const token = answer && sessionTokenOf(answer.cookies)
  if (!answer || token === null) return null
  const counts = await transaction(async (tx) => {
    await holdOwnSession(tx, person)
    if (await hasAuthenticator(tx, userId)) return false
    if ((await findAuthenticator(userId, tx)) !== shown.encrypted) return false
    await enableFirstAuthenticator(tx, userId, shown.step)
    await takeOverIssuer(tx, session.id, token)
    await deleteSessions(tx, userId, { id: session.id })
    await noteSecondFactor(token, tx)
    // In each of them a few codes could be guessed.
    await deleteHalfSessions(tx, userId)
    await insertOwnActivity(person, 'account.app_set_up', null, tx)
    return true
  })
  if (counts) return answer.cookies
  await deleteSessionByToken(token)
  return null
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
