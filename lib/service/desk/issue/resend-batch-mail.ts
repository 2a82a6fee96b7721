import { isUuid } from '@/lib/domain/text/uuid'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeHolding } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { enqueueMails, requireMail } from '@/lib/service/mail/enqueue-mail'
import { transaction } from '@/lib/store/database/database'
import { giveUpFailedMail, holdResendable } from '@/lib/store/mail/resend-mail'
import { requireOwnBatch } from './own-batch'

/**
 * Sends recipients of a batch the link of their certificate: those whose message did not arrive, those who got none, or one
 * of them once more.
 * @param which `failed`, `none`, or the id of a certificate
 * @returns how many messages were queued
 * @throws as `authorize`; ServiceError `not_found`; `malformed` where no mail can be sent
 */
export async function resendBatchMail(member: DeskMember, batchId: string, which: string): Promise<number> {
  authorize(member, 'issue')
  await requireOwnBatch(member, batchId)
  requireMail()
  if (which !== 'failed' && which !== 'none' && !isUuid(which)) return 0
  const { issuerId } = member
  return transaction(async (tx) => {
    await authorizeHolding(tx, member, 'issue')
    const asked = which === 'failed' || which === 'none' ? which : { certificateId: which }
    const found = await holdResendable(tx, batchId, asked)
    await giveUpFailedMail(
      tx,
      found.map(({ certificateId }) => certificateId),
    )
    const orders = found.map(({ certificateId, email: to, language, sent }) => {
      // The first is known by the certificate alone, as where it is queued with the issuing.
      const about = sent === 0 ? certificateId : `${certificateId}:${sent}`
      return { kind: 'certificate' as const, to, language, issuerId, certificateId, about }
    })
    const count = await enqueueMails(tx, orders)
    const activity = { action: 'mail.sent_again', subject: batchId, detail: { count } }
    if (count > 0) await noteActivity(tx, { issuerId, ...actingMember(member), ...activity })
    return count
  })
}
