import { ServiceError } from '@/lib/errors'
import { transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { listInvitations, type StoredInvitation, withdrawInvitation } from '@/lib/store/desk/invitations'
import { actingMember } from './acting-member'
import { authorize, authorizeHolding } from './authorize'
import type { DeskMember } from './desk-person'

/**
 * One open invitation of the member's own issuer.
 * @throws as `authorize`; ServiceError `not_found`
 */
export async function getOpenInvitation(member: DeskMember, id: string): Promise<StoredInvitation> {
  authorize(member, 'manage_people')
  const found = (await listInvitations(member.issuerId)).find((one) => one.id === id)
  if (!found) throw noSuchInvitation()
  return found
}

/**
 * Makes the link of an open invitation worthless.
 * @throws as `authorize`; ServiceError `not_found`
 */
export async function withdrawOpenInvitation(member: DeskMember, id: string): Promise<void> {
  await getOpenInvitation(member, id)
  const { issuerId } = member
  await transaction(async (tx) => {
    await authorizeHolding(tx, member, 'manage_people')
    // Accepted or withdrawn meanwhile: then there is nothing to note either.
    if (!(await withdrawInvitation(tx, issuerId, id))) throw noSuchInvitation()
    await insertActivity({ issuerId, ...actingMember(member), action: 'person.invitation_withdrawn', subject: id }, tx)
  })
}

function noSuchInvitation(): ServiceError {
  return new ServiceError('not_found', 'There is no such open invitation.')
}
