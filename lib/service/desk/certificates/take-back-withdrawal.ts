import { ServiceError } from '@/lib/errors'
import { actingMember } from '@/lib/service/desk/acting-member'
import { authorize, authorizeHolding } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { findWaitingOf, holdWaiting, noteDecision } from '@/lib/store/desk/withdrawal-approvals'
import { getOwnCertificate, serialOf } from './own-certificate'

/**
 * Takes a withdrawal back that waits for a second owner; its owners see in the log who did. Only who asked for it can: an owner
 * refuses those of others. Where nothing waits any more it does nothing, and what became of it is for the page behind.
 * @returns the certificate's id
 * @throws as `authorize` and `getOwnCertificate`; ServiceError `not_found` where somebody else asked for it
 */
export async function takeBackWithdrawal(member: DeskMember, ref: string): Promise<string> {
  authorize(member, 'withdraw')
  const { named } = await getOwnCertificate(member, ref)
  const subject = serialOf(named)
  const certificateId = named.kind === 'genuine' ? named.content.id : named.id
  await transaction(async (tx) => {
    const by = actingMember(member)
    await authorizeHolding(tx, member, 'withdraw')
    const asked = await findWaitingOf(certificateId, tx)
    const waiting = asked && (await holdWaiting(tx, member.issuerId, asked.id))
    if (!waiting) return
    if (waiting.askedBy !== by.actor) throw new ServiceError('not_found', 'There is no such withdrawal at your issuer.')
    await noteDecision(tx, waiting.id, false, by.actor)
    await insertActivity({ issuerId: member.issuerId, ...by, action: 'withdrawal.taken_back', subject }, tx)
  })
  return certificateId
}
