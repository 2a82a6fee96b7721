import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { oneAfterAnother } from '@/lib/service/operation/one-after-another'
import { transaction } from '@/lib/store/database/database'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { deleteSecondSteps, findPasswordHash, holdsPassword } from '@/lib/store/desk/credentials'
import { countCode, deleteSessionByToken, deleteSessions, noteSecondFactor } from '@/lib/store/desk/sessions'
import { findUserByEmail } from '@/lib/store/desk/users'
import { deskAuth } from './auth'
import { type AuthAnswer, authCall, authHeaders, type From, sessionTokenOf } from './auth-call'
import { keepSession } from './open-session'
import { isCodeTaken, takeCode } from './take-code'

/** The wrong codes in a row after which a session ends. */
const CODES_A_SESSION = 5

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The codes of one person that may wait in one process; the others are refused without a look. */
const CODES_AT_ONCE = 5

/** What a step of signing in came to; cookies are `set-cookie` values for the answer. */
type SignIn =
  | { kind: 'refused' }
  /** Person and password are right; the second factor is next. */
  | { kind: 'code_needed'; cookies: string[] }
  | { kind: 'signed_in'; cookies: string[]; userId: string }

/**
 * First step: e-mail and password. Unknown person, wrong password and no password are one refusal that takes as long.
 * @throws ServiceError `unavailable`
 */
export async function signIn(credentials: { email: string; password: string }, from: From): Promise<SignIn> {
  // As much is read for who is unknown.
  const { id } = (await findUserByEmail(credentials.email.toLowerCase())) ?? { id: NOBODY }
  const before = await findPasswordHash(id)
  const answer = await authCall(() =>
    // Without the cookies of before: a session that someone planted is not carried on (session fixation).
    deskAuth().api.signInEmail({
      body: { ...credentials, rememberMe: true },
      headers: authHeaders({ ...from, cookie: '' }),
      asResponse: true,
    }),
  )
  if (!answer) return { kind: 'refused' }
  if (answer.body.twoFactorRedirect === true) {
    const counts = await transaction(async (tx) => {
      const isSame = await holdsPassword(tx, id, before)
      if (!isSame) await deleteSecondSteps(tx, id)
      return isSame
    })
    return counts ? { kind: 'code_needed', cookies: answer.cookies } : { kind: 'refused' }
  }
  const userId = userIdOf(answer)
  const cookies = await keepSession(answer, userId, credentials)
  return cookies ? { kind: 'signed_in', cookies, userId } : { kind: 'refused' }
}

/**
 * Second step: the code of the authenticator app. The library refuses all codes of a person for a while after ten wrong
 * ones, but it looks whether it does before it counts: codes that are sent at once would all be tried. So codes of one
 * person are tried one after another.
 * @throws ServiceError `unavailable`
 */
export async function signInWithCode(code: string, from: From): Promise<SignIn> {
  const found = await authCall(() =>
    deskAuth().api.personAtSecondStep({ headers: authHeaders(from), asResponse: true }),
  )
  const userId = found?.body.userId
  if (typeof userId !== 'string') return { kind: 'refused' }
  const tried = oneAfterAnother(`code of ${userId}`, CODES_AT_ONCE, () => tryCode(userId, code, from))
  return (await tried) ?? { kind: 'refused' }
}

async function tryCode(userId: string, code: string, from: From): Promise<SignIn> {
  // A right code ends this second step, also where it was used before: with the next one the person would have to begin again.
  if (await isCodeTaken(userId, code)) return { kind: 'refused' }
  const before = await findPasswordHash(userId)
  const answer = await authCall(() =>
    // Within a session the library counts no wrong codes: here it sees none.
    deskAuth().api.verifyTOTP({ body: { code }, headers: authHeaders(withoutSession(from)), asResponse: true }),
  )
  const token = answer && sessionTokenOf(answer.cookies)
  if (!answer || token === null) return { kind: 'refused' }
  const isTaken = await takeCode(userId, code)
  const counts =
    isTaken &&
    (await transaction(async (tx) => {
      if (!(await holdsPassword(tx, userId, before))) return false
      // In one go: without the factor the session opens nothing, and with it the activity log has the sign-in.
      await noteSecondFactor(token, tx)
      await insertOwnActivity({ userId, address: from.address }, 'account.signed_in', null, tx)
      return true
    }))
  if (!counts) {
    await deleteSessionByToken(token)
    return { kind: 'refused' }
  }
  return { kind: 'signed_in', cookies: answer.cookies, userId }
}

/**
 * Shows the authenticator's code within a session, to what asks for a fresh one. Whoever took over a session could guess: after
 * `CODES_A_SESSION` wrong ones it ends, which locks nobody else out.
 * @param show takes the code, and returns `set-cookie` values; null when it is wrong or was used already
 * @returns what `show` does; `session_ended`
 * @throws ServiceError `unavailable`
 */
export async function confirmWithCode(
  person: { userId: string; session: { token: string } },
  code: string,
  from: From,
  show = () => showAgain(person, code, from),
): Promise<string[] | null | 'session_ended'> {
  // A code that was sent twice at once finds the session replaced, and no row that changes under its hands.
  const confirmed = oneAfterAnother(`code in ${person.session.token}`, CODES_AT_ONCE, () =>
    confirm(person.session.token, show),
  )
  return (await confirmed) ?? null
}

async function confirm(
  token: string,
  show: () => Promise<string[] | null>,
): Promise<string[] | null | 'session_ended'> {
  const tried = await countCode(token, CODES_A_SESSION)
  if (tried === null) return 'session_ended'
  const cookies = await show()
  if (cookies) return cookies
  if (tried < CODES_A_SESSION) return null
  await deleteSessionByToken(token)
  return 'session_ended'
}

async function showAgain(
  { userId, session: { token } }: { userId: string; session: { token: string } },
  code: string,
  from: From,
): Promise<string[] | null> {
  const answer = await authCall(() =>
    deskAuth().api.verifyTOTP({ body: { code }, headers: authHeaders(from), asResponse: true }),
  )
  if (!answer || !(await takeCode(userId, code))) return null
  await noteSecondFactor(token)
  return answer.cookies
}

/**
 * Ends the session of this browser.
 * @param person whose it is, if anybody's
 * @returns `set-cookie` values
 * @throws ServiceError `unavailable`, or what the database throws: the session may be open then, and the browser keeps its cookie
 */
export async function signOut(from: From, person: DeskPerson | null): Promise<string[]> {
  const answer = await authCall(() => deskAuth().api.signOut({ headers: authHeaders(from), asResponse: true }))
  if (person)
    await transaction(async (tx) => {
      // The library says that it is done also where it could not end the session.
      await deleteSessions(tx, person.userId, { id: person.session.id })
      await insertOwnActivity(person, 'account.signed_out', null, tx)
    })
  return answer?.cookies ?? []
}

function userIdOf(answer: AuthAnswer): string {
  const { user } = answer.body
  if (typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string') return user.id
  throw new Error('sign-in named no person')
}

function withoutSession(from: From): From {
  const cookies = from.cookie.split(/; */).filter((one) => !/^(__Secure-)?desk\.session_token=/.test(one))
  return { ...from, cookie: cookies.join('; ') }
}
