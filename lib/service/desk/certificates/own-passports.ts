import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeHolding } from '@/lib/service/desk/authorize'
import { MAILED, requireFewPassports } from '@/lib/service/desk/bounds/require-few-a-day'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { refuseSentTwice } from '@/lib/service/desk/refuse-sent-twice'
import { holdStandingIssuer } from '@/lib/service/issue/issue-certificates'
import { mailIsOn, requireMail } from '@/lib/service/mail/enqueue-mail'
import { findOneReader, mailPassportLinks } from '@/lib/service/mail/mail-passport-links'
import { addToPassport } from '@/lib/service/passport/add-to-passport'
import { createPassport, type NewPassport } from '@/lib/service/passport/create-passport'
import { transaction, workingPool } from '@/lib/store/database/database'
import { getOwnCurrentCertificate } from './own-certificate'

/** The certificate that goes into a passport, as its form shows it. */
export interface PassportCandidate {
  id: string
  serial: string
  fullName: string
  eventTitle: string
  /** Whether the links of a passport can be sent to its recipient. */
  mail: boolean
}

/** A passport that was just made, and whether its links are on their way to the holder: then nobody else is shown the private one. */
interface OwnPassport extends NewPassport {
  mailed: boolean
}

/**
 * A certificate of the member's issuer that a passport can show, from the verified payload.
 * @throws as `authorize` and `getOwnCurrentCertificate`
 */
export async function getPassportCandidate(member: DeskMember, ref: string): Promise<PassportCandidate> {
  authorize(member, 'manage_passports')
  const { content } = await getOwnCurrentCertificate(member, ref)
  const { id, serial, fullName, eventTitle } = content
  const mail = mailIsOn() && (await findOneReader(workingPool(), [id])) !== null
  return { id, serial, fullName, eventTitle, mail }
}

/**
 * Makes a passport of a certificate of the member's issuer. The links are returned this once.
 * @param options `published`: the holder asked that it be seen at once; else the holder makes it public. `notify` sends
 *   the links to the address of the certificate; `once` is the id of the form
 * @throws as `getPassportCandidate`, `createPassport`, `requireMail`, `holdStandingIssuer` where mail is asked for, `mailPassportLinks` and `refuseSentTwice`
 */
export async function makeOwnPassport(
  member: DeskMember,
  ref: string,
  { published, notify, once }: { published: boolean; notify: boolean; once?: string },
): Promise<OwnPassport> {
  const { serial } = await getPassportCandidate(member, ref)
  const order = {
    ...{ serials: [serial], issuerId: member.issuerId, published },
    detail: { ...(notify && MAILED), ...(once !== undefined && { once }) },
  }
  if (notify) requireMail()
  return transaction(async (tx) => {
    await authorizeHolding(tx, member, 'manage_passports')
    if (once !== undefined) await refuseSentTwice(tx, member, 'passport.created', once)
    if (notify) {
      await holdStandingIssuer(tx, member.issuerId)
      await requireFewPassports(tx, member.issuerId, serial)
    }
    const made = await createPassport(tx, order, actingMember(member))
    return { ...made, mailed: notify && (await mailPassportLinks(tx, made, member.issuerId)) }
  })
}

/**
 * Adds a certificate of the member's issuer to a holder's passport, where it waits for the holder to choose it.
 * @param passport its handle or public link, as it was typed
 * @throws as `getPassportCandidate` and `addToPassport`
 */
export async function addOwnToPassport(member: DeskMember, ref: string, passport: string): Promise<void> {
  const { serial } = await getPassportCandidate(member, ref)
  const { issuerId } = member
  await transaction(async (tx) => {
    await authorizeHolding(tx, member, 'manage_passports')
    await addToPassport(tx, { serial, issuerId, passport }, actingMember(member))
  })
}
