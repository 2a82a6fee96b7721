import { type Transaction, transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { findSealed, isSealed, updateSealed } from '@/lib/store/keys/sealed-rows'

/** A signed-in browser of a person. */
export interface ListedSession {
  id: string
  createdAt: Date
  expiresAt: Date
  address: string | null
  userAgent: string | null
}

/** Notes that a second factor was shown in this session just now; wrong codes before it are forgiven. */
export async function noteSecondFactor(token: string, within?: Transaction): Promise<void> {
  const note = async (tx: Transaction) => {
    const secondFactorAt = new Date(await databaseTime(tx))
    await updateSealed(tx, 'desk_sessions', 'token = $1', [token], { secondFactorAt, wrongCodes: 0 })
  }
  await (within ? note(within) : transaction(note))
}

/**
 * Holds a person's account and a session of theirs until the transaction ends: what is done to an account is done by one
 * after another, and nobody ends the session meanwhile.
 * @returns false when the session was ended or ran out
 */
export async function holdSession(tx: Transaction, userId: string, id: string): Promise<boolean> {
  await holdAccount(tx, userId)
  const live = 'id = $1 AND user_id = $2 AND expires_at > clock_timestamp() FOR SHARE'
  return (await findSealed(tx, 'desk_sessions', live, [id, userId])).length === 1
}

/** Lets what is done to a person's account be done by one after another, until the transaction ends. */
export async function holdAccount(tx: Transaction, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM desk_users WHERE id = $1 FOR NO KEY UPDATE', [userId])
}

/** The same, and nobody adds a session, a passkey or anything else of the person's meanwhile: their rows point at this one. */
export async function holdAccountAlone(tx: Transaction, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM desk_users WHERE id = $1 FOR UPDATE', [userId])
}

/** Chooses the issuer that a session works for. */
export async function chooseIssuer(sessionId: string, issuerId: string): Promise<void> {
  await transaction((tx) => updateSealed(tx, 'desk_sessions', 'id = $1', [sessionId], { issuerId }))
}

/** Lets a session work for the issuer that another one works for. @param id of the other one @param token of the one */
export async function takeOverIssuer(tx: Transaction, id: string, token: string): Promise<void> {
  const [other] = await findSealed(tx, 'desk_sessions', 'id = $1', [id])
  await updateSealed(tx, 'desk_sessions', 'token = $1', [token], { issuerId: other?.issuerId ?? null })
}

/** The sessions of a person that have not run out, the newest first. */
export async function listSessions(userId: string): Promise<ListedSession[]> {
  const rows = await prisma().deskSession.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: 'desc' },
  })
  return rows
    .filter((row) => isSealed('desk_sessions', row))
    .map(({ id, createdAt, expiresAt, ipAddress, userAgent }) => {
      return { id, createdAt, expiresAt, address: ipAddress, userAgent }
    })
}

/**
 * Ends one session of a person, or all others.
 * @param which `id` of the one to end, or `except` of the one to keep
 * @returns how many ended that had not run out
 */
export async function deleteSessions(
  tx: Transaction,
  userId: string,
  which: { id: string } | { except: string },
): Promise<number> {
  const [id, one] = 'id' in which ? [which.id, true] : [which.except, false]
  const { rows } = await tx.query<{ live: boolean }>(
    `DELETE FROM desk_sessions WHERE user_id = $1 AND (id::text = $2) = $3 RETURNING expires_at > clock_timestamp() AS live`,
    [userId, id, one],
  )
  return rows.filter(({ live }) => live).length
}

/**
 * Counts a code that is about to be tried in a session as a wrong one, until `noteSecondFactor` says otherwise: counted
 * before it is looked at, so that many at once are not more than many one after another.
 * @param most how many may be tried
 * @returns how many were tried with this one, or null when there are no more, or no such session
 */
export async function countCode(token: string, most: number): Promise<number | null> {
  const [row] = await prisma().$queryRaw<{ tried: number }[]>`
    UPDATE desk_sessions SET wrong_codes = wrong_codes + 1 WHERE token = ${token} AND wrong_codes < ${most}
    RETURNING wrong_codes AS tried`
  return row?.tried ?? null
}

/** Ends a person's sessions in which no second factor was shown: a password alone opened them. */
export async function deleteHalfSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM desk_sessions WHERE user_id = $1 AND second_factor_at IS NULL', [userId])
}

/** Deletes sessions that have run out, with the addresses that they were begun from. */
export async function deleteExpiredSessions(): Promise<void> {
  await prisma().deskSession.deleteMany({ where: { expiresAt: { lt: new Date() } } })
}

/** Ends the session with this token. */
export async function deleteSessionByToken(token: string): Promise<void> {
  await prisma().deskSession.deleteMany({ where: { token } })
}
