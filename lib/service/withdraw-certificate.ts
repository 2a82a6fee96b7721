import { randomBytes } from 'node:crypto'
import { withdrawalDetail } from '@/lib/domain/withdrawal-reason'
import { transaction } from '@/lib/store/database'
import { insertEvents } from '@/lib/store/event-log'
import { withdrawStoredCertificate } from '@/lib/store/issued-certificates'
import { holdLineage } from './hold-lineage'
import { recordStatusChange } from './record-status-change'
import { serviceSigner } from './service-signer'
import { signNextEvent } from './sign-event'

/** A certificate that was withdrawn. */
export interface Withdrawal {
  serial: string
  status: 'withdrawn'
}

/**
 * Withdraws the current certificate of a lineage, for good; the very next check of it says so (definitions.md part 3).
 * Allowed to a suspended issuer too.
 * @param options `reason` is kept internally; only `publicReason` is ever shown; `issuerId` only a certificate of this
 *   issuer, or null
 * @throws ServiceError `not_found`; `malformed` when it is not current; `unavailable` when that cannot be determined
 */
export async function withdrawCertificate(
  serial: string,
  options: { reason: string; publicReason: string | null; actor: string; issuerId?: string | null },
): Promise<Withdrawal> {
  return transaction(async (tx) => {
    const held = await holdLineage(tx, serial, options.issuerId ?? null)
    const { content } = held.certificate
    const salt = options.publicReason === null ? null : randomBytes(16).toString('base64url')
    const draft = {
      chainId: held.lineageId,
      chain: 'lineage' as const,
      type: 'withdrawn' as const,
      certificateId: content.id,
      actor: options.actor,
      forms: null,
      detail: withdrawalDetail(options.publicReason, salt),
    }
    const signer = await serviceSigner(tx)
    const event = await signNextEvent(draft, held.end, signer)
    await insertEvents(tx, [event])
    await withdrawStoredCertificate(tx, {
      id: content.id,
      withdrawnAt: event.at,
      publicReason: options.publicReason,
      salt,
      note: options.reason,
    })
    await recordStatusChange(tx, content, event.at, signer)
    return { serial: content.serial, status: 'withdrawn' }
  })
}
