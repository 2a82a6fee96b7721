import type { z } from 'zod'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database'
import { findPasswordHash } from '@/lib/store/desk/credentials'
import { countPlaces, type ListedMember } from '@/lib/store/desk/members'
import { keepOneTimeValue } from '@/lib/store/desk/one-time-values'
import { actingMember } from './acting-member'
import { authorize } from './authorize'
import type { DeskMember } from './desk-person'
import { noteActivity } from './note-activity'
import { getPersonByEmail } from './people-by-operator'
import { getPerson } from './read-people'
import { makeResetToken, type RESET, resetHash, resetName } from './reset-link'

const RESET_SECONDS = 72 * 60 * 60

/** A link by which a person sets up a second factor anew, or everything. */
export interface ResetLink {
  link: string
  person: ListedMember
  expiresAt: Date
}

/**
 * An owner makes a reset link for an editor or reader who works for their issuer alone; for others the operator must: by
 * that of an owner, whoever took over one account could become the second. A link made before for the person is gone.
 * @throws as `authorize`; ServiceError `not_found`, `malformed`
 */
export async function makeResetLink(member: DeskMember, userId: string): Promise<ResetLink> {
  authorize(member, 'manage_people')
  const person = await getPerson(member, userId)
  if ((await countPlaces(userId)) !== 1)
    throw new ServiceError(
      'malformed',
      'This person also works elsewhere. Ask the operator of this service for the link.',
    )
  if (person.role === 'owner')
    throw new ServiceError('malformed', 'This person is an owner. Ask the operator of this service for the link.')
  const { actor: by, address } = actingMember(member)
  return make(person, { userId, issuerId: member.issuerId, by, anew: false }, address ?? null)
}

/**
 * The operator makes one for any person of an issuer, wherever else they work.
 * @param anew the password is lost too: the person chooses another, or makes a passkey. Nobody else can help the last
 *   owner of an issuer, or who works for several.
 * @throws ServiceError `not_found`
 */
export async function makeResetLinkByOperator(slug: string, email: string, anew: boolean): Promise<ResetLink> {
  const { issuerId, person } = await getPersonByEmail(slug, email)
  return make(person, { userId: person.userId, issuerId, by: 'operator', anew }, null)
}

async function make(
  person: ListedMember,
  reset: Omit<z.infer<typeof RESET>, 'tokenHash' | 'tries' | 'hasPassword'>,
  address: string | null,
): Promise<ResetLink> {
  const { issuerId, by: actor, userId: subject, anew } = reset
  const token = makeResetToken(subject)
  const hasPassword = (await findPasswordHash(subject)) !== null
  const value = JSON.stringify({ ...reset, hasPassword, tokenHash: resetHash(token) })
  const expiresAt = await keepOneTimeValue(resetName(subject), value, RESET_SECONDS)
  const detail = anew ? { password: true } : null
  const entry = { issuerId, actor, action: 'person.reset_offered', subject, address, detail }
  await transaction((tx) => noteActivity(tx, entry, subject))
  return { link: `${env().BASE_URL}/dashboard/reset#${token}`, person, expiresAt }
}
