import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { ServiceError } from '@/lib/errors'
import { findPasswordHash } from '@/lib/store/desk/credentials'
import { countPlaces, listMembers } from '@/lib/store/desk/members'
import { findOneTimeValue } from '@/lib/store/desk/one-time-values'

/** The stored part of a reset link. There is one per person, so that a newer link replaces it. */
export const RESET = z.object({
  userId: z.uuid(),
  /** Of the link that is good. */
  tokenHash: z.string(),
  /** Passwords that were tried with it. */
  tries: z.number().default(0),
  issuerId: z.uuid(),
  by: z.string(),
  /** The password is lost, too: the operator's alone to allow. */
  anew: z.boolean().default(false),
  /** The form that made it at a desk. */
  form: z.uuid().optional(),
  /** Whether the person had one when the link was made: one that is gone since, or that came since, must not make the link enough. */
  hasPassword: z.boolean().default(true),
})

/** Whose link this is, and what they must show with it. */
interface OpenReset {
  userId: string
  issuerId: string
  name: string
  email: string
  /** Who has a password shows it; who has none makes a new passkey; who begins anew chooses one of the two. */
  needs: 'password' | 'passkey' | 'anew'
  expiresAt: Date
}

/**
 * @returns null when the link is unknown, used, replaced or ran out; or when who made it may not any more, or the person
 * left the issuer, joined another or became an owner since
 */
export async function openReset(token: string): Promise<OpenReset | null> {
  const named = resetUser(token)
  const kept = named === null ? null : await findOneTimeValue(resetName(named))
  if (!kept) return null
  const { userId, issuerId, by, anew, hasPassword, tokenHash } = RESET.parse(JSON.parse(kept.value))
  if (tokenHash !== resetHash(token)) return null
  const [places, members, password] = await Promise.all([
    countPlaces(userId),
    listMembers(issuerId),
    findPasswordHash(userId),
  ])
  const person = members.find((one) => one.userId === userId)
  if (!person) return null
  if (by !== 'operator') {
    const stillOwner = members.some((one) => one.role === 'owner' && `user:${one.userId}` === by)
    if (!stillOwner || places !== 1 || person.role === 'owner') return null
  }
  const { name, email } = person
  const needs = anew && by === 'operator' ? 'anew' : hasPassword || password !== null ? 'password' : 'passkey'
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

/** A link's secret: whose it is, and 128 random bits. */
export function makeResetToken(userId: string): string {
  return Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), randomBytes(16)]).toString('base64url')
}

/** The person that a link's secret names; null when it is none. */
function resetUser(token: string): string | null {
  const hex = Buffer.from(token, 'base64url').toString('hex')
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12}).{32}$/.exec(hex) ?? []
  return parts.length === 5 ? parts.join('-') : null
}

/** What is stored of a link's secret. */
export function resetHash(token: string): string {
  return sha256Hex(`reset ${token}`)
}

/** The name that a person's reset is kept under. */
export function resetName(userId: string): string {
  return `reset-of ${userId}`
}
