import { randomUUID } from 'node:crypto'
import { cleanText } from '@/lib/domain/clean-text'
import { ServiceError } from '@/lib/errors'
import { insertActivity } from '@/lib/store/desk/activities'
import { findInvitation, type StoredInvitation, takeInvitation } from '@/lib/store/desk/invitations'
import { addMember } from '@/lib/store/desk/members'
import { findUserIdByEmail, insertUser } from '@/lib/store/desk/users'
import { transaction } from '@/lib/store/database'
import { deskAuth, hashPassword } from './auth'
import { authCall, authHeaders, type From } from './auth-call'
import type { DeskPerson } from './desk-person'
import { invitationHash } from './invite-person'
import { checkPassword } from './password-rule'

/** What an invitation says of itself to whoever holds its link. */
export interface OpenInvitation extends Pick<StoredInvitation, 'issuerName' | 'email' | 'role' | 'expiresAt'> {
  /** Whether this e-mail signs in here already: then it is accepted from within that person's session. */
  isKnownPerson: boolean
}

const USED_UP = 'This invitation was used already, or ran out. Ask for a new one.'

/** @returns null when the link leads to no open invitation */
export async function openInvitation(token: string): Promise<OpenInvitation | null> {
  const found = await findInvitation(invitationHash(token))
  if (!found) return null
  const { issuerName, email, role, expiresAt } = found
  return { issuerName, email, role, expiresAt, isKnownPerson: (await findUserIdByEmail(email)) !== null }
}

/**
 * Accepts an invitation as a new person with a password; signs them in. The second factor is set up next.
 * @returns `set-cookie` values
 * @throws ServiceError `malformed` when name or password is refused; `gone` when the invitation is used up
 */
export async function acceptAsNewPerson(
  token: string,
  details: { name: string; password: string },
  from: From,
): Promise<string[]> {
  const name = cleanText(details.name, { field: 'Your name', maxLength: 100, required: true })
  if (!name.ok) throw new ServiceError('malformed', name.reason)
  const invitation = await getInvitation(token)
  checkPassword(details.password, [name.text, invitation.email])
  const userId = randomUUID()
  const passwordHash = await hashPassword(details.password)
  await transaction(async (tx) => {
    if (!(await takeInvitation(tx, invitation.id))) throw new ServiceError('gone', USED_UP)
    const isNew = await insertUser(tx, { id: userId, name: name.text, email: invitation.email, passwordHash })
    if (!isNew) throw new ServiceError('malformed', 'This person signs in here already. Sign in to accept it.')
    await addMember(tx, { userId, issuerId: invitation.issuerId, role: invitation.role })
    await insertActivity(joined(invitation, userId, from.address), tx)
  })
  const answer = await authCall(() =>
    deskAuth().api.openSession({ body: { userId }, headers: authHeaders({ ...from, cookie: '' }), asResponse: true }),
  )
  return answer?.cookies ?? []
}

/**
 * Accepts an invitation as the person who is signed in; it must be their e-mail that was invited.
 * @throws ServiceError `gone`, `forbidden`
 */
export async function acceptAsKnownPerson(token: string, person: DeskPerson): Promise<void> {
  const invitation = await getInvitation(token)
  if (invitation.email !== person.email)
    throw new ServiceError('forbidden', 'This invitation is for another person. Sign in as that person to accept it.')
  await transaction(async (tx) => {
    if (!(await takeInvitation(tx, invitation.id))) throw new ServiceError('gone', USED_UP)
    await addMember(tx, { userId: person.userId, issuerId: invitation.issuerId, role: invitation.role })
    await insertActivity(joined(invitation, person.userId, person.address), tx)
  })
}

async function getInvitation(token: string): Promise<StoredInvitation> {
  const found = await findInvitation(invitationHash(token))
  if (!found) throw new ServiceError('gone', USED_UP)
  return found
}

function joined({ id, issuerId, role }: StoredInvitation, userId: string, address: string) {
  const detail = { invitation: id, role }
  return { issuerId, actor: `user:${userId}`, action: 'person.joined', subject: userId, address, detail }
}
