import { DESK_ROLES, type DeskRole } from '@/lib/domain/desk/role'
import { ServiceError } from '@/lib/errors'
import { pauseWebhooksOfLeaver } from '@/lib/service/webhooks/pause-webhooks-of-leaver'
import { transaction, type Transaction } from '@/lib/store/database/database'
import { withdrawInvitationsBy, withdrawInvitationsFor } from '@/lib/store/desk/invitations'
import { deleteMember, holdMembers, updateRole } from '@/lib/store/desk/members'
import { findOneTimeValue, takeOneTimeValue } from '@/lib/store/desk/one-time-values'
import { authorize } from './authorize'
import { requireFewADay } from './bounds/require-few-a-day'
import type { DeskMember } from './desk-person'
import { forgetAnswerAddress } from './forget-answer-address'
import { noSuchPerson } from './no-such-person'
import { noteActivity } from './note-activity'
import { RESET, resetName } from './sign-in/reset-link'

/** Who acts on the people of an issuer: a member, or the operator. */
interface ActingOn {
  issuerId: string
  actor: string
  address: string | null
}

/**
 * Changes what a person may do; it counts from their next request on. The last owner stays one.
 * @throws as `authorize`; ServiceError `not_found`, `malformed`
 */
export async function changeRole(member: DeskMember, userId: string, role: string): Promise<void> {
  authorize(member, 'manage_people')
  const next = DESK_ROLES.find((one) => one === role)
  if (!next) throw new ServiceError('malformed', 'A role is owner, editor or reader.')
  const acting = actingOf(member)
  await transaction(async (tx) => {
    const { role: before } = await holdForChange(tx, acting, userId, next !== 'owner')
    if (before === next) return // sent twice, say
    await requireFewADay(tx, acting.issuerId, 'person.role_changed')
    await updateRole(tx, userId, acting.issuerId, next)
    if (next !== 'owner') {
      await withdrawInvitationsBy(tx, acting.issuerId, `user:${userId}`)
      await pauseWebhooksOfLeaver(tx, acting, userId)
    }
    await note(tx, acting, 'person.role_changed', userId, { role: next })
  })
}

/**
 * Takes a person out of the issuer: their sessions there end, and the invitations that they made, or that others made
 * for them, and a link to sign in anew are worthless.
 * @throws as `authorize`; ServiceError `not_found`; `malformed` for the last owner
 */
export async function removePerson(member: DeskMember, userId: string): Promise<void> {
  authorize(member, 'manage_people')
  await removeFromIssuer(actingOf(member), userId)
}

/** The same, by whoever may: the operator, or an owner who was let through. */
export async function removeFromIssuer(acting: ActingOn & { userId?: string }, userId: string): Promise<void> {
  await transaction(async (tx) => {
    const { email } = await holdForChange(tx, acting, userId, true)
    await deleteMember(tx, userId, acting.issuerId)
    await withdrawInvitationsBy(tx, acting.issuerId, `user:${userId}`)
    await withdrawInvitationsFor(tx, acting.issuerId, email)
    const reset = await findOneTimeValue(resetName(userId), tx)
    if (reset && RESET.parse(JSON.parse(reset.value)).issuerId === acting.issuerId)
      await takeOneTimeValue(resetName(userId), tx)
    await pauseWebhooksOfLeaver(tx, acting, userId)
    await forgetAnswerAddress(tx, acting, email)
    await note(tx, acting, 'person.removed', userId, null)
  })
}

function actingOf({ issuerId, userId, address }: DeskMember): ActingOn & { userId: string } {
  return { issuerId, actor: `user:${userId}`, address, userId }
}

/**
 * Holds the issuer's people until the transaction ends, so that of two changes at once the second sees the first: who
 * acts must still be an owner then, the person must still be there, and an owner must remain.
 * @returns the person
 */
async function holdForChange(
  tx: Transaction,
  acting: ActingOn & { userId?: string },
  userId: string,
  endsOwner: boolean,
): Promise<{ email: string; role: DeskRole }> {
  const members = await holdMembers(tx, acting.issuerId)
  const owners = members.filter(({ role }) => role === 'owner').map((member) => member.userId)
  if (acting.userId !== undefined && !owners.includes(acting.userId))
    throw new ServiceError('forbidden', 'Your role at this issuer does not include this.')
  const { email, role = null } = members.find((member) => member.userId === userId) ?? {}
  if (email === undefined || role === null) throw noSuchPerson()
  if (endsOwner && owners.length === 1 && owners[0] === userId)
    throw new ServiceError('malformed', 'This is the only owner. Make someone else an owner first.')
  return { email, role }
}

function note(tx: Transaction, on: ActingOn, action: string, subject: string, detail: { role: DeskRole } | null) {
  const { issuerId, actor, address } = on
  return noteActivity(tx, { issuerId, actor, address, action, subject, detail })
}
