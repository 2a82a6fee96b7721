import { askedSerial } from '@/app/api/public/asked-serial'
import { receiptAnswerShape, receiptQuery } from '@/lib/contract/check/receipt'
import { serialParams } from '@/lib/contract/serial-params'
import { noSuchCertificate } from '@/lib/domain/certificate/no-such-certificate'
import { emptyReceiptResponse, receiptFileResponse } from '@/lib/http/answer/receipt-response'
import { endpoint } from '@/lib/http/endpoint'
import { isCompletedCheck, refusePrefetch } from '@/lib/http/limits/check-purpose'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { giveReceiptAs } from '@/lib/service/receipts/give-receipt'
import { makeReceiptPdf } from '@/lib/service/receipts/make-receipt-pdf'
import { presentReceipt } from '@/lib/service/receipts/present-receipt'
import { proveReceipt } from '@/lib/service/receipts/prove-receipt'

/** Verification receipt (interface.md 4.3, spec part 5). HEAD makes none and is no check. */
export const GET = endpoint(
  { group: 'verification_receipt', params: serialParams, query: receiptQuery, response: receiptAnswerShape },
  async ({ request, params, query }) => {
    refusePrefetch(request)
    const serial = askedSerial(params.serial)
    if (!isCompletedCheck(request)) {
      if (!(await verifyCertificate(serial, { counted: false }))) throw noSuchCertificate(serial)
      return emptyReceiptResponse(query.format)
    }
    const made = await giveReceiptAs(serial, query.reference || null, async (given) => {
      if (query.format === 'jwt') {
        return receiptFileResponse(query.format, given.claims, Buffer.from(given.receiptJwt, 'ascii'))
      }
      const answer = presentReceipt(given, await proveReceipt(given))
      if (query.format === 'json') return answer
      return receiptFileResponse(query.format, given.claims, await makeReceiptPdf(answer))
    })
    if (!made) throw noSuchCertificate(serial)
    return made
  },
)
