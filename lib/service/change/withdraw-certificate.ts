import { randomBytes } from 'node:crypto'
import { withdrawalDetail } from '@/lib/domain/certificate/withdrawal-reason'
import { undetermined } from '@/lib/errors'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { signNextEvent } from '@/lib/service/keys/sign-event'
import { requireMail } from '@/lib/service/mail/enqueue-mail'
import { mailChange } from '@/lib/service/mail/mail-recipient'
import { announce, toldOf } from '@/lib/service/webhooks/announce'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { closeWaitingWithdrawals } from '@/lib/store/desk/withdrawal-approvals'
import { insertEvents } from '@/lib/store/evidence/event-log'
import { withdrawStoredCertificate } from '@/lib/store/evidence/issued-certificates'
import { holdLineage } from './hold-lineage'
import { recordStatusChange } from './record-status-change'

/** A certificate that was withdrawn. */
interface Withdrawal {
  serial: string
  status: 'withdrawn'
}

/** The same, with what became of telling the recipient. */
interface MailedWithdrawal extends Withdrawal {
  /** Whether a message to the recipient was queued. */
  mailed: boolean
}

interface WithdrawalOrder {
  /** Kept internally. */
  reason: string
  /** Shown to everyone who checks the certificate. */
  publicReason: string | null
  actor: string
  /** Where from, for the activity log. */
  address?: string | null
  /** Only a certificate of this issuer; null or left out for anybody's. */
  issuerId?: string | null
  /** The certificate that was meant, where the serial comes from a row: what a row says under no seal withdraws no other. */
  certificateId?: string
  /** False where the caller's own entry in the activity log says it. */
  logged?: boolean
  /** Tells the recipient by mail. */
  notify?: boolean
}

/**
 * Withdraws the current certificate of a lineage, for good; the very next check of it says so (spec part 3).
 * Allowed to a suspended issuer too.
 * @throws ServiceError `not_found`; `malformed` when it is not current; `unavailable` when that cannot be determined
 */
export async function withdrawCertificate(serial: string, order: WithdrawalOrder): Promise<MailedWithdrawal> {
  if (order.notify) requireMail()
  return transaction((tx) => withdrawWithin(tx, serial, order))
}

/** The same as part of a transaction that does more. */
export async function withdrawWithin(
  tx: Transaction,
  serial: string,
  order: WithdrawalOrder,
): Promise<MailedWithdrawal> {
  const { publicReason } = order
  const held = await holdLineage(tx, serial, order.issuerId ?? null)
  const { content, issuer } = held.certificate
  if (order.certificateId !== undefined && order.certificateId !== content.id)
    throw undetermined('the serial of a certificate that is to be withdrawn leads to another one')
  const salt = publicReason === null ? null : randomBytes(16).toString('base64url')
  const draft = {
    chainId: held.lineageId,
    chain: 'lineage' as const,
    type: 'withdrawn' as const,
    certificateId: content.id,
    actor: order.actor,
    forms: null,
    detail: withdrawalDetail(publicReason, salt),
  }
  const signer = await serviceSigner(tx)
  const event = await signNextEvent(draft, held.end, signer)
  await insertEvents(tx, [event])
  const stored = { id: content.id, withdrawnAt: event.at, publicReason, salt, note: order.reason }
  const reader = await withdrawStoredCertificate(tx, stored)
  await recordStatusChange(tx, content, event.at, signer)
  await closeWaitingWithdrawals(tx, content.id, order.actor)
  const by = { actor: order.actor, address: order.address ?? null }
  const what = { action: 'certificate.withdrawn', subject: content.serial }
  if (order.logged !== false) await insertActivity({ issuerId: issuer.id, ...by, ...what }, tx)
  const told = { certificateId: content.id, at: new Date(event.at), data: toldOf(content.serial) }
  await announce(tx, issuer.id, [{ kind: 'certificate.withdrawn', ...told }])
  const change = { kind: 'withdrawal' as const, certificateId: content.id }
  const mailed = order.notify === true && (await mailChange(tx, issuer.id, reader, change))
  return { serial: content.serial, status: 'withdrawn', mailed }
}
