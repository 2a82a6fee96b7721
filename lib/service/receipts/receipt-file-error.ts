import { claimsToBeReceipt } from '@/lib/domain/receipt/check-receipt'
import { ServiceError } from '@/lib/errors'
import type { Inspection } from '@/lib/render/inspect/inspection-result'
import type { NamedCertificates } from '@/lib/service/check/find-named-certificates'

/**
 * Thrown if a file that was sent as a certificate is the receipt of a check, which is not a file of any certificate.
 */
export class ReceiptFileError extends ServiceError {
  override name = 'ReceiptFileError'

  /** @param attached what the file carries; nothing of it is checked yet */
  constructor(readonly attached: readonly string[]) {
    super(
      'not_found',
      'The file is the receipt of a check, not a certificate. Validate it with POST /api/public/receipts/validate.',
    )
  }
}

/**
 * Refuses a receipt where a certificate is expected, whether it is genuine or not: its serial stands in it, but it was
 * never issued as a certificate, so nothing of it was “changed”. A file that carries a certificate's credential is one.
 * @throws ReceiptFileError
 */
export function refuseReceipt({ attachments }: Inspection, { findings }: NamedCertificates): void {
  const isReceipt = attachments.some(claimsToBeReceipt)
  if (isReceipt && !findings.some(({ id }) => id === 'credential_attached')) throw new ReceiptFileError(attachments)
}
