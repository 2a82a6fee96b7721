import type { z } from 'zod'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeHolding } from '@/lib/service/desk/authorize'
import { requireFewADay } from '@/lib/service/desk/bounds/require-few-a-day'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { getPersonByEmail } from '@/lib/service/desk/people-by-operator'
import { getPerson } from '@/lib/service/desk/read-people'
import { SentTwice } from '@/lib/service/desk/refuse-sent-twice'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { lockActivities } from '@/lib/store/desk/activities'
import { findPasswordHash } from '@/lib/store/desk/credentials'
import { countPlaces, type ListedMember } from '@/lib/store/desk/members'
import { findOneTimeValue, keepOneTimeValue } from '@/lib/store/desk/one-time-values'
import { makeResetToken, RESET, resetHash, resetName } from './reset-link'

const RESET_SECONDS = 72 * 60 * 60

/** A link that lets a person set up a second factor anew, or everything. */
interface ResetLink {
  link: string
  person: ListedMember
  expiresAt: Date
}

/**
 * An owner makes a reset link for an editor or reader who works for their issuer alone; for others the operator must: by
 * that of an owner, whoever took over one account could become the second. A link made before for the person is gone.
 * @param once of the form: sent again, it does not end the link that it made
 * @throws as `authorize`; SentTwice; ServiceError `not_found`, `malformed`
 */
export async function makeResetLink(member: DeskMember, userId: string, once?: string): Promise<ResetLink> {
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
  const reset = { userId, issuerId: member.issuerId, by, anew: false }
  return transaction(async (tx) => {
    await authorizeHolding(tx, member, 'manage_people')
    // Forms for one person come one after another, since those of their issuer do.
    await lockActivities(tx, member.issuerId, 'person.reset_offered')
    const few = () => requireFewADay(tx, member.issuerId, 'person.reset_offered')
    if (once === undefined) {
      await few()
      return make(tx, person, reset, address ?? null)
    }
    const kept = await findOneTimeValue(resetName(userId), tx)
    if (kept && RESET.parse(JSON.parse(kept.value)).form === once) throw new SentTwice()
    await few()
    return make(tx, person, { ...reset, form: once }, address ?? null)
  })
}

/**
 * The operator makes one for any person of an issuer, wherever else they work.
 * @param anew the password is lost too: the person chooses another, or makes a passkey. Nobody else can help the last
 *   owner of an issuer, or who works for several.
 * @throws ServiceError `not_found`
 */
export async function makeResetLinkByOperator(slug: string, email: string, anew: boolean): Promise<ResetLink> {
  const { issuerId, person } = await getPersonByEmail(slug, email)
  return transaction((tx) => make(tx, person, { userId: person.userId, issuerId, by: 'operator', anew }, null))
}

async function make(
  tx: Transaction,
  person: ListedMember,
  reset: Omit<z.infer<typeof RESET>, 'tokenHash' | 'tries' | 'hasPassword'>,
  address: string | null,
): Promise<ResetLink> {
  const { issuerId, by: actor, userId: subject, anew } = reset
  const token = makeResetToken(subject)
  const hasPassword = (await findPasswordHash(subject, tx)) !== null
  const value = JSON.stringify({ ...reset, hasPassword, tokenHash: resetHash(token) })
  const expiresAt = await keepOneTimeValue(resetName(subject), value, RESET_SECONDS, tx)
  const detail = anew ? { password: true } : null
  const entry = { issuerId, actor, action: 'person.reset_offered', subject, address, detail }
  await noteActivity(tx, entry, subject)
  return { link: `${env().BASE_URL}/dashboard/reset#${token}`, person, expiresAt }
}
