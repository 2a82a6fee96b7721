import { ServiceError } from '@/lib/errors'
import { lockLineage } from '@/lib/service/change/hold-lineage'
import type { Transaction } from '@/lib/store/database/database'
import type { OfferedLineage } from '@/lib/store/records/passport-changes'

/** A certificate that may go into a passport. */
export interface PresentableLineage extends OfferedLineage {
  /** Of the current certificate of the chain, as is its serial. */
  certificateId: string
  serial: string
}

/**
 * Takes the lock of a certificate's chain, so that it is not withdrawn or erased meanwhile, and makes sure that a passport
 * can show it.
 * @param serial of any certificate of the chain, as it was typed
 * @param issuerId only a certificate of this issuer, or null for anybody's
 * @throws ServiceError `not_found`; `malformed` with the reason; `unavailable`
 */
export async function holdPresentable(
  tx: Transaction,
  serial: string,
  issuerId: string | null,
): Promise<PresentableLineage> {
  const { lineageId, current } = await lockLineage(tx, serial, issuerId).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    throw new ServiceError('not_found', `No certificate has the serial ${serial}.`)
  })
  const certificate = current?.certificate
  if (certificate?.kind !== 'genuine')
    throw new ServiceError('malformed', `The certificate ${serial} fails its check, so that no passport can show it.`)
  if (certificate.folded.status === 'withdrawn')
    throw new ServiceError('malformed', `The certificate ${serial} is withdrawn, and no passport shows it.`)
  const { id: certificateId, serial: own } = certificate.content
  return { lineageId, issuerId: certificate.row.issuerId, certificateId, serial: own }
}
