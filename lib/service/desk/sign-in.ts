import { sha256Hex } from '@/lib/crypto/sha256'
import { insertOwnActivity } from '@/lib/store/desk/activities'
import { deleteSessionByToken, noteSecondFactor, takeCode } from '@/lib/store/desk/sessions'
import { deskAuth } from './auth'
import { type AuthAnswer, authCall, authHeaders, type From, sessionTokenOf } from './auth-call'

/** What a step of signing in came to; cookies are `set-cookie` values for the answer. */
export type SignIn =
  | { kind: 'refused' }
  /** Person and password are right; the second factor is next. */
  | { kind: 'code_needed'; cookies: string[] }
  | { kind: 'signed_in'; cookies: string[]; userId: string }

/**
 * First step: e-mail and password. Unknown person, wrong password and no password are one refusal that takes as long.
 * @throws ServiceError `unavailable`
 */
export async function signIn(credentials: { email: string; password: string }, from: From): Promise<SignIn> {
  const answer = await authCall(() =>
    // Without the cookies of before: a session that someone planted is not carried on (session fixation).
    deskAuth().api.signInEmail({
      body: { ...credentials, rememberMe: true },
      headers: authHeaders({ ...from, cookie: '' }),
      asResponse: true,
    }),
  )
  if (!answer) return { kind: 'refused' }
  if (answer.body.twoFactorRedirect === true) return { kind: 'code_needed', cookies: answer.cookies }
  return { kind: 'signed_in', cookies: answer.cookies, userId: userIdOf(answer) }
}

/**
 * Second step: the code of the authenticator app.
 * @throws ServiceError `unavailable`
 */
export async function signInWithCode(code: string, from: From): Promise<SignIn> {
  const answer = await authCall(() =>
    deskAuth().api.verifyTOTP({ body: { code }, headers: authHeaders(from), asResponse: true }),
  )
  const token = answer && sessionTokenOf(answer.cookies)
  if (!answer || token === null) return { kind: 'refused' }
  const userId = userIdOf(answer)
  if (!(await takeCode(userId, codeHash(userId, code)))) {
    await deleteSessionByToken(token)
    return { kind: 'refused' }
  }
  await noteSecondFactor(token)
  await insertOwnActivity({ userId, address: from.address }, 'account.signed_in', null)
  return { kind: 'signed_in', cookies: answer.cookies, userId }
}

/**
 * Shows the authenticator's code within a session: again for what asks for a fresh one, or for the first time while the
 * app is being set up, which replaces the session.
 * @returns `set-cookie` values, or null when the code is wrong or was used already
 * @throws ServiceError `unavailable`
 */
export async function confirmWithCode(
  person: { userId: string; session: { token: string } },
  code: string,
  from: From,
): Promise<string[] | null> {
  if (!(await takeCode(person.userId, codeHash(person.userId, code)))) return null
  const answer = await authCall(() =>
    deskAuth().api.verifyTOTP({ body: { code }, headers: authHeaders(from), asResponse: true }),
  )
  if (!answer) return null
  await noteSecondFactor(sessionTokenOf(answer.cookies) ?? person.session.token)
  return answer.cookies
}

/**
 * Ends the session of this browser.
 * @param person whose it is, if anybody's
 * @returns `set-cookie` values
 */
export async function signOut(from: From, person: { userId: string; address: string } | null): Promise<string[]> {
  const answer = await authCall(() => deskAuth().api.signOut({ headers: authHeaders(from), asResponse: true }))
  if (answer && person) await insertOwnActivity(person, 'account.signed_out', null)
  return answer?.cookies ?? []
}

function userIdOf(answer: AuthAnswer): string {
  const { user } = answer.body
  if (typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string') return user.id
  throw new Error('sign-in named no person')
}

function codeHash(userId: string, code: string): string {
  return sha256Hex(`${userId} ${code}`)
}
