import { transaction } from '@/lib/store/database'
import { addToPassport } from '../passport/add-to-passport'
import { createPassport, type NewPassport } from '../passport/create-passport'
import { actingMember } from './acting-member'
import { authorize } from './authorize'
import type { DeskMember } from './desk-person'
import { getOwnCurrentCertificate } from './own-certificate'

/** The certificate that goes into a passport, as its form shows it. */
export interface PassportCandidate {
  id: string
  serial: string
  fullName: string
  eventTitle: string
}

/**
 * A certificate of the member's issuer that a passport can show, from the verified payload.
 * @throws as `authorize` and `getOwnCurrentCertificate`
 */
export async function getPassportCandidate(member: DeskMember, ref: string): Promise<PassportCandidate> {
  authorize(member, 'manage_passports')
  const { content } = await getOwnCurrentCertificate(member, ref)
  const { id, serial, fullName, eventTitle } = content
  return { id, serial, fullName, eventTitle }
}

/**
 * Makes a passport of a certificate of the member's issuer. The links are returned this once.
 * @param published whether the holder asked that it be seen at once; else the holder makes it public
 * @throws as `getPassportCandidate` and `createPassport`
 */
export async function makeOwnPassport(
  member: DeskMember,
  ref: string,
  { published }: { published: boolean },
): Promise<NewPassport> {
  const { serial } = await getPassportCandidate(member, ref)
  const order = { serials: [serial], issuerId: member.issuerId, published }
  return transaction((tx) => createPassport(tx, order, actingMember(member)))
}

/**
 * Adds a certificate of the member's issuer to a holder's passport, where it waits for the holder to choose it.
 * @param passport its handle or public link, as it was typed
 * @throws as `getPassportCandidate` and `addToPassport`
 */
export async function addOwnToPassport(member: DeskMember, ref: string, passport: string): Promise<void> {
  const { serial } = await getPassportCandidate(member, ref)
  const { issuerId } = member
  await transaction((tx) => addToPassport(tx, { serial, issuerId, passport }, actingMember(member)))
}
