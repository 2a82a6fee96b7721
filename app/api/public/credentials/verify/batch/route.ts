import { askedSerials } from '@/app/api/public/asked-serial'
import { BATCH_BODY_BYTES, batchAnswerShape, batchQuery, batchRequestShape } from '@/lib/contract/check/batch'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { ServiceError, undetermined } from '@/lib/errors'
import { receiptFileResponse } from '@/lib/http/answer/receipt-response'
import { endpoint } from '@/lib/http/endpoint'
import { presentBatchEntry } from '@/lib/service/check/present-batch'
import { verifyBatch } from '@/lib/service/check/verify-batch'
import { type GivenBatchReceipt, giveBatchReceipt } from '@/lib/service/receipts/give-batch-receipt'
import { makeBatchReceiptPdf } from '@/lib/service/receipts/make-batch-receipt-pdf'

/** Verify several serials (spec part 14), with a signed receipt over all of them where it is asked for. */
export const POST = endpoint(
  {
    group: 'verify',
    places: ({ query: { format }, body: { serials, receipt } }) => {
      if (format === 'pdf' && !receipt)
        throw new ServiceError('malformed', 'Only a receipt comes as a PDF: send receipt: true.')
      const asked = askedSerials(serials)
      if (receipt && ![...asked.keys()].every((serial) => couldBeSerial(serialKey(serial))))
        throw new ServiceError('malformed', 'serials holds a text that is no serial: a receipt does not sign it.')
      return asked.size
    },
    query: batchQuery,
    body: { maxBytes: BATCH_BODY_BYTES, shape: batchRequestShape },
    response: batchAnswerShape,
  },
  async ({ body: { serials, receipt: wanted, reference }, query: { format }, draw }) => {
    const sent = askedSerials(serials)
    const asked = [...sent.keys()]
    if (!wanted) return answerOf(await verifyBatch(asked), sent)
    await draw('verification_receipt', 1)
    return giveBatchReceipt(asked, reference || null, async ({ entries, receipt }) => {
      if (format === 'pdf') return await fileOf(receipt)
      const { claims = null, receiptJwt = null, key = null } = receipt ?? {}
      return { ...answerOf(entries, sent), receipt: claims, receipt_jwt: receiptJwt, verification_key: key }
    })
  },
)

async function fileOf(receipt: GivenBatchReceipt | null): Promise<Response> {
  if (!receipt) throw undetermined()
  const { results } = receipt.claims
  const name = { serial: `${results.length} certificates`, verified_at: results[0]?.verified_at ?? '' }
  return receiptFileResponse('pdf', name, await makeBatchReceiptPdf(receipt))
}

/** @param sent by the serials that were asked for */
function answerOf(entries: Awaited<ReturnType<typeof verifyBatch>>, sent: ReadonlyMap<string, string>) {
  const complete = entries.every(({ checked }) => checked !== 'undetermined')
  const results = entries.map(presentBatchEntry).map((one) => ({ ...one, serial: sent.get(one.serial) ?? one.serial }))
  return { success: true as const, complete, results }
}
