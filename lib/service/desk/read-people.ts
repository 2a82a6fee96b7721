import { listInvitations, type StoredInvitation } from '@/lib/store/desk/invitations'
import { type ListedMember, listMembers } from '@/lib/store/desk/members'
import { authorize } from './authorize'
import type { DeskMember } from './desk-person'
import { noSuchPerson } from './no-such-person'

/**
 * The people who work at the member's own issuer, and those who are invited.
 * @throws as `authorize`
 */
export async function readPeople(member: DeskMember): Promise<{ people: ListedMember[]; invited: StoredInvitation[] }> {
  authorize(member, 'read_people')
  const [people, invited] = await Promise.all([listMembers(member.issuerId), listInvitations(member.issuerId)])
  return { people, invited }
}

/**
 * One person of the member's own issuer, for a form that changes something about them.
 * @throws as `authorize`; ServiceError `not_found`
 */
export async function getPerson(member: DeskMember, userId: string): Promise<ListedMember> {
  authorize(member, 'manage_people')
  const found = (await listMembers(member.issuerId)).find((person) => person.userId === userId)
  if (!found) throw noSuchPerson()
  return found
}
