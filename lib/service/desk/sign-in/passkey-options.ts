import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { randomUUID } from 'node:crypto'
import { ServiceError } from '@/lib/errors'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { invitationHash } from '@/lib/service/desk/invite-person'
import { findInvitation } from '@/lib/store/desk/invitations'
import { listPasskeys } from '@/lib/store/desk/passkeys'
import { findUserByEmail } from '@/lib/store/desk/users'
import { CLOSED_INVITATION } from './closed-invitation'
import { makePasskeyChallenge, type PasskeyChallenge, relyingParty } from './passkey-challenge'
import { requireFresh } from './second-factor'

/** The request to the browser if somebody signs in with a passkey: any passkey of this service. */
export async function signInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return requestOptions({ purpose: 'sign_in', userId: null, subject: null }, [])
}

/** The same to confirm: one of the person's own. */
export async function confirmOptions(person: DeskPerson): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const own = await listPasskeys(person.userId)
  return requestOptions({ purpose: 'confirm', userId: person.userId, subject: null }, own)
}

/**
 * What a browser is asked for when a person adds a passkey to their account.
 * @throws SecondFactorNeeded
 */
export async function addOptions(person: DeskPerson): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireFresh(person)
  const bound = { purpose: 'add', userId: person.userId, subject: null } as const
  return creationOptions(bound, person, await listPasskeys(person.userId))
}

/**
 * The same for a new person, within their invitation.
 * @param name as they typed it
 * @throws ServiceError `gone`
 */
export async function invitationOptions(token: string, name: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const invitation = await findInvitation(invitationHash(token))
  if (!invitation) throw new ServiceError('gone', CLOSED_INVITATION)
  const { email, id: subject } = invitation
  const userId = (await findUserByEmail(email))?.id ?? randomUUID()
  return creationOptions({ purpose: 'invitation', userId, subject }, { email, name }, [])
}

async function requestOptions(
  bound: PasskeyChallenge,
  own: { id: string; transports: string[] }[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = await makePasskeyChallenge(bound)
  const { rpId: rpID } = relyingParty()
  const allowCredentials = own.map(({ id, transports }) => ({ id, transports }))
  return generateAuthenticationOptions({ rpID, challenge, allowCredentials, userVerification: 'required' })
}

/** Discoverable and with user verification, so that it stands for both factors. */
export async function creationOptions(
  bound: PasskeyChallenge & { userId: string },
  who: { email: string; name: string },
  own: { id: string; transports: string[] }[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const challenge = await makePasskeyChallenge(bound)
  const { rpId: rpID } = relyingParty()
  return generateRegistrationOptions({
    rpName: rpID,
    rpID,
    challenge,
    userName: who.email,
    userDisplayName: who.name.slice(0, 100),
    userID: Uint8Array.from(Buffer.from(bound.userId, 'utf8')),
    attestationType: 'none',
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}
