import { verify } from '@node-rs/argon2'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { findPasswordHash } from '@/lib/store/desk/credentials'
import { holdPasskey } from '@/lib/store/desk/passkeys'
import { hasAuthenticator } from '@/lib/store/desk/second-factors'
import { deleteSessionByToken, holdAccount, noteSecondFactor } from '@/lib/store/desk/sessions'
import { deskAuth } from './auth'
import { type AuthAnswer, authCall, authHeaders, type From, sessionTokenOf } from './auth-call'

/** What a person showed: a password, or the id of a passkey, which is both factors. */
type Shown = { password: string } | { passkey: string }

/**
 * Opens a session for who just showed this.
 * @param note of a passkey: notes in the same go that it signed somebody in; without that the session opens nothing
 * @returns `set-cookie` values; null when it was taken away or replaced meanwhile
 * @throws ServiceError `unavailable`
 */
export async function openSession(
  userId: string,
  shown: Shown,
  from: From,
  note?: (tx: Transaction) => Promise<void>,
): Promise<string[] | null> {
  const answer = await authCall(() =>
    deskAuth().api.openSession({ body: { userId }, headers: authHeaders({ ...from, cookie: '' }), asResponse: true }),
  )
  return answer && keepSession(answer, userId, shown, note)
}

/**
 * Keeps the session that the library just began only where what was shown for it still counts: whoever takes it away
 * from a thief ends the sessions that there are by then, and no later one.
 * @param note as of `openSession`, of a passkey
 * @returns as `openSession`
 */
export async function keepSession(
  answer: AuthAnswer,
  userId: string,
  shown: Shown,
  note?: (tx: Transaction) => Promise<void>,
): Promise<string[] | null> {
  const token = sessionTokenOf(answer.cookies)
  if (token === null) return null
  const hash = 'password' in shown ? await findPasswordHash(userId) : null
  const isRight = 'password' in shown && hash !== null && (await verify(hash, shown.password))
  const counts = await transaction(async (tx) => {
    await holdAccount(tx, userId)
    // An app that was set up meanwhile is asked for at the second step.
    if ('password' in shown)
      return isRight && (await findPasswordHash(userId, tx)) === hash && !(await hasAuthenticator(tx, userId))
    if (!(await holdPasskey(tx, userId, shown.passkey))) return false
    await noteSecondFactor(token, tx)
    await note?.(tx)
    return true
  })
  if (counts) return answer.cookies
  await deleteSessionByToken(token)
  return null
}
