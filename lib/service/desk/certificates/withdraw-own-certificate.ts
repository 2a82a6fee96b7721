import { serialKey } from '@/lib/domain/certificate/serial'
import { ServiceError } from '@/lib/errors'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { deskText } from '@/lib/i18n/desk/text'
import { holdLineage } from '@/lib/service/change/hold-lineage'
import { readText } from '@/lib/service/change/read-changes'
import { withdrawWithin } from '@/lib/service/change/withdraw-certificate'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeLooking, authorizeStill } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { requireMail } from '@/lib/service/mail/enqueue-mail'
import { announce } from '@/lib/service/webhooks/announce'
import { type Transaction, transaction } from '@/lib/store/database/database'
import {
  countRecentChanges,
  findWaitingOf,
  insertWaitingWithdrawal,
  lockChanges,
} from '@/lib/store/desk/withdrawal-approvals'
import { getOwnCertificate, getOwnCurrentCertificate, serialOf } from './own-certificate'

/**
 * The certificates that the people of one issuer may withdraw or correct within an hour before a second owner is asked.
 */
export const CHANGES_AN_HOUR = 50

/** The certificate that is to be withdrawn, as its form shows it. */
interface WithdrawableCertificate {
  id: string
  serial: string
  fullName: string
  eventTitle: string
  achievement: string
}

/**
 * A certificate of the member's issuer that may be withdrawn, from the verified payload.
 * @throws as `authorize` and `getOwnCurrentCertificate`
 */
export async function getWithdrawable(member: DeskMember, ref: string): Promise<WithdrawableCertificate> {
  authorize(member, 'withdraw')
  const { content } = await getOwnCurrentCertificate(member, ref)
  const { id, serial, fullName, eventTitle, achievement } = content
  return { id, serial, fullName, eventTitle, achievement }
}

/**
 * Withdraws a certificate of the member's issuer, for good; past `CHANGES_AN_HOUR` it waits for a second owner.
 * @param typed `serial` as the person typed it, which must be the certificate's; an empty `publicReason` is none;
 *   `notify` tells the recipient by mail once it is done
 * @returns which of the two
 * @throws as `getWithdrawable`; ServiceError `malformed`
 */
export async function withdrawOwnCertificate(
  member: DeskMember,
  ref: string,
  typed: { serial: string; reason: string; publicReason: string; notify?: boolean },
): Promise<'withdrawn' | 'waiting'> {
  const { serial } = await getWithdrawable(member, ref)
  if (serialKey(typed.serial) !== serialKey(serial))
    throw readerError('malformed', 'withdraw.wrongSerial', {}, { field: 'serial' })
  const reasons = readReasons(typed)
  const notify = typed.notify ?? false
  if (notify) requireMail()
  return transaction(async (tx) => {
    await lockChanges(tx, member.issuerId)
    await authorizeStill(tx, member, 'withdraw')
    const order = { ...reasons, notify }
    if ((await countRecentChanges(tx, member.issuerId)) >= CHANGES_AN_HOUR) return ask(tx, member, serial, order)
    await withdrawWithin(tx, serial, { ...order, ...actingMember(member), issuerId: member.issuerId })
    return 'withdrawn'
  })
}

/**
 * The reasons of a withdrawal; an empty public one is none.
 * @throws ServiceError `malformed`, which begins with the label of the field
 */
export function readReasons(typed: { reason: string; publicReason: string }) {
  const [reason, publicReason] = [`“${deskText('withdraw.reason')}”`, `“${deskText('withdraw.publicReason')}”`]
  return {
    reason: readText(reason, typed.reason, 1000),
    publicReason: typed.publicReason.trim() === '' ? null : readText(publicReason, typed.publicReason, 500),
  }
}

/**
 * What came of it, for the page after the form.
 * @throws as `authorizeLooking` and `getOwnCertificate`
 */
export async function getWithdrawalOutcome(
  member: DeskMember,
  ref: string,
): Promise<{ id: string; serial: string; outcome: 'withdrawn' | 'waiting' | 'neither' }> {
  authorizeLooking(member, 'withdraw')
  const { named } = await getOwnCertificate(member, ref)
  const id = named.kind === 'genuine' ? named.content.id : named.id
  const isWithdrawn = named.kind === 'genuine' && named.folded.status === 'withdrawn'
  const outcome = isWithdrawn ? 'withdrawn' : (await findWaitingOf(id)) ? 'waiting' : 'neither'
  return { id, serial: serialOf(named), outcome }
}

async function ask(
  tx: Transaction,
  member: DeskMember,
  serial: string,
  order: { reason: string; publicReason: string | null; notify: boolean },
): Promise<'waiting'> {
  const { issuerId } = member
  const { certificate } = await holdLineage(tx, serial, issuerId)
  const by = actingMember(member)
  const row = { issuerId, certificateId: certificate.content.id, ...order, askedBy: by.actor }
  if (!(await insertWaitingWithdrawal(tx, row)))
    throw new ServiceError('malformed', 'The withdrawal of this certificate waits for a second owner already.')
  const { id: certificateId, serial: own } = certificate.content
  await noteActivity(tx, { issuerId, ...by, action: 'withdrawal.asked', subject: own })
  await announce(tx, issuerId, [{ kind: 'withdrawal.waiting', certificateId, at: new Date(), data: { serial: own } }])
  return 'waiting'
}
