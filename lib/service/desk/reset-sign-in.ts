import { randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { sha256Hex } from '@/lib/crypto/sha256'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { deleteSecondFactors, findPasswordHash } from '@/lib/store/desk/credentials'
import { findMemberships, type ListedMember, listMembers } from '@/lib/store/desk/members'
import { findOneTimeValue, keepOneTimeValue, takeOneTimeValue } from '@/lib/store/desk/one-time-values'
import { insertPasskey } from '@/lib/store/desk/passkeys'
import { authorize } from './authorize'
import { deskAuth } from './auth'
import { authCall, authHeaders, type From } from './auth-call'
import type { DeskMember } from './desk-person'
import { readNewPasskey } from './new-passkey'
import { creationOptions } from './passkey-options'
import { getPerson } from './people'
import { getPersonByEmail } from './people-by-operator'
import { openFullSession } from './sign-in-with-passkey'

const RESET_SECONDS = 72 * 60 * 60
const GONE = 'This link was used already, or ran out. Ask for a new one.'

const RESET = z.object({ userId: z.uuid(), issuerId: z.uuid(), by: z.string() })

/** A link by which a person sets up a second factor anew. */
export interface ResetLink {
  link: string
  person: ListedMember
  expiresAt: Date
}

/**
 * An owner makes a reset link for a person who works for their issuer alone; for others the operator must.
 * @throws as `authorize`; ServiceError `not_found`, `malformed`
 */
export async function makeResetLink(member: DeskMember, userId: string): Promise<ResetLink> {
  authorize(member, 'manage_people')
  const person = await getPerson(member, userId)
  if ((await findMemberships(userId)).length !== 1)
    throw new ServiceError(
      'malformed',
      'This person also works elsewhere. Ask the operator of this service for the link.',
    )
  const by = `user:${member.userId}`
  return make(person, { userId, issuerId: member.issuerId, by }, member.address)
}

/**
 * The operator makes one for any person of an issuer, wherever else they work.
 * @throws ServiceError `not_found`
 */
export async function makeResetLinkByOperator(slug: string, email: string): Promise<ResetLink> {
  const { issuerId, person } = await getPersonByEmail(slug, email)
  return make(person, { userId: person.userId, issuerId, by: 'operator' }, null)
}

async function make(person: ListedMember, reset: z.infer<typeof RESET>, address: string | null): Promise<ResetLink> {
  const token = randomBytes(16).toString('base64url')
  const expiresAt = await keepOneTimeValue(nameOf(token), JSON.stringify(reset), RESET_SECONDS)
  const { issuerId, by: actor, userId: subject } = reset
  await insertActivity({ issuerId, actor, action: 'person.reset_offered', subject, address })
  return { link: `${env().BASE_URL}/dashboard/reset#${token}`, person, expiresAt }
}

/** Whose link this is, and what they must show with it. */
export interface OpenReset {
  userId: string
  issuerId: string
  name: string
  email: string
  /** Who has a password shows it; who has none makes a new passkey. */
  hasPassword: boolean
  expiresAt: Date
}

/**
 * @returns null when the link is unknown, used or ran out; or when who made it may not any more, or the person left the
 * issuer or joined another since
 */
export async function openReset(token: string): Promise<OpenReset | null> {
  const kept = await findOneTimeValue(nameOf(token))
  if (!kept) return null
  const { userId, issuerId, by } = RESET.parse(JSON.parse(kept.value))
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
  return { userId, issuerId, name, email, hasPassword: hash !== null, expiresAt: kept.until }
}

/** What the browser is asked for by who has no password. @throws ServiceError `gone` */
export async function resetOptions(token: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const reset = await getReset(token)
  return creationOptions({ purpose: 'reset', userId: reset.userId, subject: nameOf(token) }, reset, [])
}

/**
 * Uses the link with the person's password: second factor and sessions of before are gone, an app is set up next.
 * @returns `set-cookie` values; null when the password is wrong, which does not use the link up
 * @throws ServiceError `gone`
 */
export async function resetWithPassword(token: string, password: string, from: From): Promise<string[] | null> {
  const { userId } = await getReset(token)
  const hash = await findPasswordHash(userId)
  if (hash === null || !(await verify(hash, password))) return null
  await spend(token, from, null)
  const answer = await authCall(() =>
    deskAuth().api.openSession({ body: { userId }, headers: authHeaders({ ...from, cookie: '' }), asResponse: true }),
  )
  return answer?.cookies ?? []
}

/**
 * Uses the link with a new passkey, for who has no password.
 * @returns `set-cookie` values
 * @throws ServiceError `gone`, `malformed`
 */
export async function resetWithPasskey(token: string, answer: string, from: From): Promise<string[]> {
  const { userId, hasPassword } = await getReset(token)
  if (hasPassword) throw new ServiceError('malformed', 'Enter your password.')
  const made = await readNewPasskey(answer, 'reset', 'New passkey')
  if (made.bound.subject !== nameOf(token)) throw new ServiceError('malformed', 'This passkey is for another link.')
  await spend(token, from, made.passkey)
  return openFullSession(userId, from)
}

async function getReset(token: string): Promise<OpenReset> {
  const reset = await openReset(token)
  if (!reset) throw new ServiceError('gone', GONE)
  return reset
}

async function spend(token: string, from: From, passkey: Parameters<typeof insertPasskey>[1] | null): Promise<void> {
  const { userId } = await getReset(token)
  const places = await findMemberships(userId)
  await transaction(async (tx) => {
    if ((await takeOneTimeValue(nameOf(token), tx)) === null) throw new ServiceError('gone', GONE)
    await deleteSecondFactors(tx, userId)
    if (passkey && !(await insertPasskey(tx, passkey)))
      throw new ServiceError('malformed', 'This passkey is registered already. Choose another.')
    for (const { issuerId } of places) {
      const entry = {
        issuerId,
        actor: `user:${userId}`,
        action: 'person.reset',
        subject: userId,
        address: from.address,
      }
      await insertActivity(entry, tx)
    }
  })
}

function nameOf(token: string): string {
  return `reset ${sha256Hex(`reset ${token}`)}`
}
