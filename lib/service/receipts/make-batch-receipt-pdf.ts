import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { renderBatchReceipt } from '@/lib/render/receipt/render-receipt'
import { RenderError } from '@/lib/render/typeset/render-error'
import type { GivenBatchReceipt } from './give-batch-receipt'
import { keySetUrl, receiptsUrl } from './present-receipt'

/**
 * Makes the PDF of a receipt over several checks, which carries the signed receipt and its readable form. It names nobody.
 * @throws ServiceError `unavailable` when it could not be made just now
 */
export async function makeBatchReceiptPdf({ claims, receiptJwt, key }: GivenBatchReceipt): Promise<Uint8Array> {
  const baseUrl = env().BASE_URL
  const json = { receipt: claims, receipt_jwt: receiptJwt, verification_key: key }
  const document = {
    id: claims.jti,
    results: claims.results.map(({ serial, overall_status, verified_at }) => {
      return { serial, outcome: overall_status, verifiedAt: Date.parse(verified_at) }
    }),
    reference: claims.reference,
    keyThumbprint: key.kid,
    host: new URL(baseUrl).host,
    keySetUrl: keySetUrl(baseUrl),
    receiptsUrl: receiptsUrl(baseUrl),
    receiptJwt,
    receiptJson: `${JSON.stringify(json, null, 2)}\n`,
  }
  return renderBatchReceipt(document).catch((cause: unknown) => {
    if (!(cause instanceof RenderError)) throw cause
    throw new ServiceError('unavailable', 'The receipt’s file could not be made just now. Try again in a moment.', {
      cause,
    })
  })
}
