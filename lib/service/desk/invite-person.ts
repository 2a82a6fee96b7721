import { randomBytes, randomUUID } from 'node:crypto'
import { emailAddress } from '@/lib/contract/email-address'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { DESK_ROLES, type DeskRole } from '@/lib/domain/desk/role'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { holdStandingIssuer } from '@/lib/service/issue/issue-certificates'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { findSealedIssuer } from '@/lib/service/issuers/issuer-seal'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { countInvitationsOfADay, insertInvitation, withdrawInvitationsFor } from '@/lib/store/desk/invitations'
import { holdMembers } from '@/lib/store/desk/members'
import { enqueueMail } from '../mail/enqueue-mail'
import { authorize } from './authorize'
import type { DeskMember } from './desk-person'
import { noteActivity } from './note-activity'
import { refuseSentTwice } from './refuse-sent-twice'

const INVITATION_HOURS = 72
/**
 * Invitations that the people of an issuer make within a day, to all and to one address: each sends a message that was not
 * asked for, before those that wait of others. The operator, who may be asked, is not bounded.
 */
const MOST_INVITED = { toAll: 50, toOne: 5 }
/** The field of the form that a refusal is shown at. */
const AT_EMAIL = { details: { field: 'email' } }

/** An invitation whose link is known to the caller alone. */
interface Invitation {
  email: string
  role: DeskRole
  /** Carries its secret in the fragment, which no server log and no referrer holds. */
  link: string
  expiresAt: Date
  /** Whether it is sent by mail; else the link has to be handed over. */
  mailed: boolean
}

/**
 * The operator invites a person to an issuer's desk (spec part 11). An issuer's first person is owner.
 * @param role left out: owner for the first person, reader for others
 * @throws ServiceError `not_found`; `malformed`; `unavailable` where the issuer's record fails its check: nobody is written to in its name
 */
export async function inviteByOperator(slug: string, email: string, role: DeskRole | null): Promise<Invitation> {
  const issuer = await getIssuer(slug)
  return invite(issuer.id, { email, role, actor: 'operator', address: null })
}

/**
 * An owner invites a person to their own issuer's desk.
 * @param once id of the form
 * @throws as `authorize`, `refuseSentTwice`, `inviteByOperator` and `holdStandingIssuer`
 */
export async function invitePerson(
  member: DeskMember,
  email: string,
  role: DeskRole,
  once?: string,
): Promise<Invitation> {
  authorize(member, 'manage_people')
  const { issuerId, userId, address } = member
  return invite(issuerId, {
    email,
    role,
    member,
    actor: `user:${userId}`,
    address,
    ...(once !== undefined && { once }),
  })
}

async function invite(
  issuerId: string,
  asked: {
    email: string
    role: DeskRole | null
    /** Left out where it is the operator. */
    member?: DeskMember
    actor: string
    address: string | null
    once?: string
  },
): Promise<Invitation> {
  const { data: email } = emailAddress.safeParse(asked.email.toLowerCase())
  if (email === undefined) throw new ServiceError('malformed', 'This is not an e-mail address.', AT_EMAIL)
  const token = randomBytes(16).toString('base64url')
  return transaction(async (tx) => {
    const { member: by, once } = asked
    const { name: issuerName } = await (by ? holdStandingIssuer : findSealedIssuer)(tx, issuerId)
    const members = await holdMembers(tx, issuerId)
    const owners = members.filter((member) => member.role === 'owner')
    // Who was removed while they asked invites nobody.
    if (by && !owners.some(({ userId }) => userId === by.userId))
      throw new ServiceError('forbidden', 'Your role at this issuer does not include this.')
    if (by && once !== undefined) await refuseSentTwice(tx, by, 'person.invited', once)
    if (members.some((member) => member.email === email && member.role !== null))
      throw new ServiceError('malformed', 'This person works here already. Change their role instead.', AT_EMAIL)
    // Where a place does not count, it is for the operator to say who is owner.
    const isFirst = owners.length === 0 && members.every((member) => member.role !== null)
    if (isFirst && asked.role !== null && asked.role !== 'owner')
      throw new ServiceError('malformed', 'The first person of an issuer must be its owner.')
    const role = asked.role ?? (isFirst ? 'owner' : 'reader')
    if (!DESK_ROLES.includes(role)) throw new ServiceError('malformed', 'A role is owner, editor or reader.')
    if (by) await requireFew(tx, issuerId, email)
    await closeEarlier(tx, issuerId, email)
    const id = randomUUID()
    const row = { id, issuerId, email, role, tokenHash: invitationHash(token), invitedBy: asked.actor }
    const expiresAt = await insertInvitation(tx, { ...row, hours: INVITATION_HOURS })
    const what = {
      action: 'person.invited',
      subject: id,
      address: asked.address,
      detail: { role, ...(once !== undefined && { once }) },
    }
    await noteActivity(tx, { issuerId, actor: asked.actor, ...what })
    const link = `${env().BASE_URL}/dashboard/invitation#${token}`
    const mail = { kind: 'invitation' as const, issuerName, role, link, expiresAt: expiresAt.toISOString() }
    const mailed = await enqueueMail(tx, { ...mail, to: email, issuerId, about: id })
    return { email, role, link, expiresAt, mailed }
  })
}

/** Only the newest link of a person opens the desk: one that went astray is closed by asking again. */
async function closeEarlier(tx: Transaction, issuerId: string, email: string): Promise<void> {
  await withdrawInvitationsFor(tx, issuerId, email)
}

/** @throws ServiceError `malformed` past `MOST_INVITED`; whoever invites holds the issuer's people, so that none slips by */
async function requireFew(tx: Transaction, issuerId: string, email: string): Promise<void> {
  const { toAll, toOne } = await countInvitationsOfADay(tx, issuerId, email)
  if (toOne >= MOST_INVITED.toOne) throw readerError('malformed', 'invite.oftenToOne', {}, { field: 'email' })
  if (toAll >= MOST_INVITED.toAll) throw readerError('malformed', 'invite.often')
}

/** What is stored of a link's 128 bits. */
export function invitationHash(token: string): string {
  return sha256Hex(`invitation ${token}`)
}
