import { randomUUID } from 'node:crypto'
import { cleanText } from '@/lib/domain/text/clean-text'
import { ServiceError } from '@/lib/errors'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { invitationHash } from '@/lib/service/desk/invite-person'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { findSealedIssuer } from '@/lib/service/issuers/issuer-seal'
import { transaction, type Transaction, workingPool } from '@/lib/store/database/database'
import { deletePassword, deleteSecondFactors, renameUser, setPasswordHash } from '@/lib/store/desk/credentials'
import {
  findInvitation,
  type StoredInvitation,
  takeInvitation,
  withdrawInvitationsFor,
} from '@/lib/store/desk/invitations'
import { addMember, holdIssuersOf } from '@/lib/store/desk/members'
import { takeOneTimeValue } from '@/lib/store/desk/one-time-values'
import { insertPasskey, type StoredPasskey } from '@/lib/store/desk/passkeys'
import { findUserByEmail, findUserId, insertUser, personFails } from '@/lib/store/desk/users'
import { hashPassword } from './auth'
import type { From } from './auth-call'
import { CLOSED_INVITATION } from './closed-invitation'
import { readNewPasskey } from './new-passkey'
import { openSession } from './open-session'
import { checkPassword } from './password-rule'
import { resetName } from './reset-link'

/** The parts of an invitation that the holder of its link sees. */
interface ShownInvitation extends Pick<StoredInvitation, 'email' | 'role' | 'expiresAt'> {
  issuerName: string
  /**
   * Whether this e-mail works for an issuer here already: then it is accepted from within that person's session. Who
   * works for none has nothing that a session could protect, and sets everything up anew.
   */
  isKnownPerson: boolean
}

/** What a person calls it until they rename it. */
const FIRST_PASSKEY = 'First passkey'

/**
 * @returns null when the link leads to no open invitation
 * @throws ServiceError `unavailable` where the issuer's record fails its check: its name is not shown
 */
export async function findOpenInvitation(token: string): Promise<ShownInvitation | null> {
  const found = await findInvitation(invitationHash(token))
  if (!found) return null
  const { issuerId, email, role, expiresAt } = found
  const { name: issuerName } = await findSealedIssuer(workingPool(), issuerId)
  return { issuerName, email, role, expiresAt, isKnownPerson: (await findUserByEmail(email))?.works === true }
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
  if (!name.ok) throw new ServiceError('malformed', name.reason, { details: { field: 'name' } })
  const invitation = await getInvitation(token)
  checkPassword(details.password, [name.text, invitation.email])
  const passwordHash = await hashPassword(details.password)
  const userId = (await findUserByEmail(invitation.email))?.id ?? randomUUID()
  await join(invitation, { id: userId, name: name.text, passwordHash }, null, from)
  return (await openSession(userId, details, from)) ?? []
}

/**
 * The same with a passkey in place of the password, which stands for both factors.
 * @param details `answer`: what the browser made, as JSON
 * @throws ServiceError `malformed`, `gone`
 */
export async function acceptWithPasskey(
  token: string,
  details: { name: string; answer: string },
  from: From,
): Promise<string[]> {
  const name = cleanText(details.name, { field: 'Your name', maxLength: 100, required: true })
  if (!name.ok) throw new ServiceError('malformed', name.reason, { details: { field: 'name' } })
  const invitation = await getInvitation(token)
  const { passkey, bound } = await readNewPasskey(details.answer, 'invitation', FIRST_PASSKEY)
  if (bound.subject !== invitation.id) throw new ServiceError('malformed', 'This passkey is for another invitation.')
  await join(invitation, { id: passkey.userId, name: name.text, passwordHash: null }, passkey, from)
  return (await openSession(passkey.userId, { passkey: passkey.id }, from)) ?? []
}

/** Uses up the invitation and makes the person, in one go. */
async function join(
  invitation: StoredInvitation,
  person: { id: string; name: string; passwordHash: string | null },
  passkey: StoredPasskey | null,
  from: From,
): Promise<void> {
  await transaction(async (tx) => {
    if (!(await takeInvitation(tx, invitation.id))) throw new ServiceError('gone', CLOSED_INVITATION)
    if (!(await insertUser(tx, { ...person, email: invitation.email }))) await beginAnew(tx, person, invitation.email)
    if (passkey && !(await insertPasskey(tx, passkey)))
      throw new ServiceError('malformed', 'This passkey is registered already. Choose another.')
    await enter(tx, invitation, person.id, from.address)
  })
}

/**
 * Accepts an invitation as the person who is signed in; it must be their e-mail that was invited.
 * @throws ServiceError `gone`, `forbidden`
 */
export async function acceptAsKnownPerson(token: string, person: DeskPerson): Promise<void> {
  // A password alone, which may be stolen, joins no issuer.
  if (person.session.secondFactorAt === null)
    throw new ServiceError('forbidden', 'Set up your second factor first, then open this link again.')
  const invitation = await getInvitation(token)
  if (invitation.email !== person.email)
    throw new ServiceError('forbidden', 'This invitation is for another person. Sign in as that person to accept it.')
  await transaction(async (tx) => {
    if (!(await takeInvitation(tx, invitation.id))) throw new ServiceError('gone', CLOSED_INVITATION)
    await enter(tx, invitation, person.userId, person.address)
  })
}

/** Who works for no issuer any more, invited again: nothing of before counts, neither password nor second factor nor a link. */
async function beginAnew(
  tx: Transaction,
  user: { id: string; name: string; passwordHash: string | null },
  email: string,
): Promise<void> {
  // Another invitation of theirs was accepted since this one was looked at, and made them under another id.
  const isOther = (await findUserId(tx, email)) !== user.id
  if (isOther) throw new ServiceError('malformed', 'This person signs in here already. Sign in to accept it.')
  if ((await holdIssuersOf(tx, user.id)).length > 0)
    throw new ServiceError('malformed', 'This person signs in here already. Sign in to accept it.')
  if (!(await renameUser(tx, user.id, user.name))) throw personFails()
  await takeOneTimeValue(resetName(user.id), tx)
  await deleteSecondFactors(tx, user.id)
  await deletePassword(tx, user.id)
  if (user.passwordHash !== null) await setPasswordHash(tx, user.id, user.passwordHash)
}

async function getInvitation(token: string): Promise<StoredInvitation> {
  const found = await findInvitation(invitationHash(token))
  if (!found) throw new ServiceError('gone', CLOSED_INVITATION)
  return found
}

/** Who works there already keeps their role. Other links for the person would let them in again after a removal. */
async function enter(
  tx: Transaction,
  { id, issuerId, email, role }: StoredInvitation,
  userId: string,
  address: string,
): Promise<void> {
  const added = await addMember(tx, { userId, issuerId, role })
  await withdrawInvitationsFor(tx, issuerId, email)
  if (!added) return
  const detail = { invitation: id, role }
  await noteActivity(tx, {
    issuerId,
    actor: `user:${userId}`,
    action: 'person.joined',
    subject: userId,
    address,
    detail,
  })
}
