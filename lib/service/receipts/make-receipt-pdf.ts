import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { ReceiptAnswer } from '@/lib/contract/check/receipt'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import type { ReceiptDocument } from '@/lib/render/receipt/receipt-document'
import { renderReceipt } from '@/lib/render/receipt/render-receipt'
import { RenderError } from '@/lib/render/typeset/render-error'
import { keySetUrl, receiptsUrl } from './present-receipt'

/**
 * Makes the PDF of a receipt, which carries the signed receipt and its readable form.
 * @throws ServiceError `unavailable` when it could not be made just now
 */
export async function makeReceiptPdf(answer: ReceiptAnswer): Promise<Uint8Array> {
  const { receipt, certificate, receipt_jwt: receiptJwt, verification_key: key } = answer
  const baseUrl = env().BASE_URL
  const document: ReceiptDocument = {
    id: receipt.jti,
    serial: receipt.serial,
    outcome: receipt.overall_status,
    verifiedAt: Date.parse(receipt.verified_at),
    reference: receipt.reference,
    certificate: receipt.overall_status === 'invalid' ? null : shown(certificate),
    keyThumbprint: key.kid,
    certificateSha256: receipt.certificate_sha256,
    host: new URL(baseUrl).host,
    keySetUrl: keySetUrl(baseUrl),
    receiptsUrl: receiptsUrl(baseUrl),
    receiptJwt,
    receiptJson: `${JSON.stringify(answer, null, 2)}\n`,
  }
  return renderReceipt(document).catch((cause: unknown) => {
    if (!(cause instanceof RenderError)) throw cause
    throw new ServiceError('unavailable', 'The receipt’s file could not be made just now. Try again in a moment.', {
      cause,
    })
  })
}

function shown(certificate: CertificateWire): ReceiptDocument['certificate'] {
  const { recipient, event, issuer } = certificate
  const time = (text: string | null) => (text === null ? null : Date.parse(text))
  return {
    fullName: recipient.full_name,
    registrationNumber: recipient.registration_number,
    eventTitle: event.title,
    achievement: event.achievement,
    issuerName: issuer.name,
    verifiedDomain: issuer.verified_domain,
    issuedAt: Date.parse(certificate.issued_at),
    expiresAt: time(certificate.expires_at),
    withdrawnAt: time(certificate.withdrawn_at),
  }
}
