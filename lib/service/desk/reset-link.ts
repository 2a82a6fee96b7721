import { z } from 'zod'
import { sha256Hex } from '@/lib/crypto/sha256'
import { ServiceError } from '@/lib/errors'
import { findPasswordHash } from '@/lib/store/desk/credentials'
import { findMemberships, listMembers } from '@/lib/store/desk/members'
import { findOneTimeValue } from '@/lib/store/desk/one-time-values'

/** What is kept of a reset link. */
export const RESET = z.object({
  userId: z.uuid(),
  issuerId: z.uuid(),
  by: z.string(),
  /** The password is lost, too: the operator's alone to allow. */
  anew: z.boolean().default(false),
})

/** Whose link this is, and what they must show with it. */
export interface OpenReset {
  userId: string
  issuerId: string
  name: string
  email: string
  /** Who has a password shows it; who has none makes a new passkey; who begins anew chooses one of the two. */
  needs: 'password' | 'passkey' | 'anew'
  expiresAt: Date
}

/**
 * @returns null when the link is unknown, used or ran out; or when who made it may not any more, or the person left the
 * issuer or joined another since
 */
export async function openReset(token: string): Promise<OpenReset | null> {
  const kept = await findOneTimeValue(resetName(token))
  if (!kept) return null
  const { userId, issuerId, by, anew } = RESET.parse(JSON.parse(kept.value))
  const [places, members, hash] = await Promise.all([
    findMemberships(userId),
    listMembers(issuerId),
    findPasswordHash(userId),
  ])
  const person = members.find((one) => one.userId === userId)
  if (!person) return null
  if (by !== 'operator') {
    const stillOwner = members.some((one) => one.role === 'owner' && `user:${one.userId}` === by)
    if (!stillOwner || places.length !== 1) return null
  }
  const { name, email } = person
  const needs = anew && by === 'operator' ? 'anew' : hash === null ? 'passkey' : 'password'
  return { userId, issuerId, name, email, needs, expiresAt: kept.until }
}

/** The same for using it. @throws ServiceError `gone` */
export async function getReset(token: string): Promise<OpenReset> {
  const reset = await openReset(token)
  if (!reset) throw resetGone()
  return reset
}

/** What is said of a link that does nothing any more, whatever the reason. */
export function resetGone(): ServiceError {
  return new ServiceError('gone', 'This link was used already, or ran out. Ask for a new one.')
}

/** The name that a link's 128 bits are kept under. */
export function resetName(token: string): string {
  return `reset ${sha256Hex(`reset ${token}`)}`
}
