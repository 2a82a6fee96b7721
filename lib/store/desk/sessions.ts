import type { Transaction } from '../database'
import { prisma } from '../prisma'

/** A signed-in browser of a person. */
export interface ListedSession {
  id: string
  createdAt: Date
  expiresAt: Date
  address: string | null
  userAgent: string | null
}

/** Notes that a second factor was shown in this session just now. */
export async function noteSecondFactor(token: string): Promise<void> {
  await prisma().$executeRaw`UPDATE desk_sessions SET second_factor_at = clock_timestamp() WHERE token = ${token}`
}

/** Chooses the issuer that a session works for. */
export async function chooseIssuer(sessionId: string, issuerId: string): Promise<void> {
  await prisma().deskSession.updateMany({ where: { id: sessionId }, data: { issuerId } })
}

/** The sessions of a person that have not run out, the newest first. */
export async function listSessions(userId: string): Promise<ListedSession[]> {
  const rows = await prisma().deskSession.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: 'desc' },
  })
  return rows.map(({ id, createdAt, expiresAt, ipAddress, userAgent }) => ({
    id,
    createdAt,
    expiresAt,
    address: ipAddress,
    userAgent,
  }))
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
 * Uses up a code of an authenticator app: the same code is not taken again while it would still be right.
 * @param codeHash SHA-256 of person and code
 * @returns false when it was used already
 */
export async function takeCode(userId: string, codeHash: string): Promise<boolean> {
  const taken = await prisma().$executeRaw`
    UPDATE desk_two_factors SET last_code_hash = ${codeHash}, last_code_at = clock_timestamp()
    WHERE user_id = ${userId}::uuid
      AND (last_code_hash IS DISTINCT FROM ${codeHash} OR last_code_at < clock_timestamp() - interval '3 minutes')`
  return taken > 0
}

/** Deletes sessions that have run out, with the addresses that they were begun from. */
export async function deleteExpiredSessions(): Promise<void> {
  await prisma().deskSession.deleteMany({ where: { expiresAt: { lt: new Date() } } })
}

/** Ends the session with this token. */
export async function deleteSessionByToken(token: string): Promise<void> {
  await prisma().deskSession.deleteMany({ where: { token } })
}
