import { ReceiptsPage } from '@/components/receipt/receipts-page'
import { renderPage } from '@/components/site/render-document'
import { RECEIPT_BYTES } from '@/lib/contract/check/receipt-validation'
import { fileText } from '@/lib/domain/certificate/file-kind'
import { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { limitKey } from '@/lib/http/limits/address'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { receiveFileOrText } from '@/lib/http/receive/receive-file-or-text'
import { createTranslator } from '@/lib/i18n/translate'
import { storeUpload } from '@/lib/render/untrusted/store-upload'
import { receiptsIn } from '@/lib/scan/receipt/read-receipt-here'
import { validateReceiptFile } from '@/lib/service/receipts/validate-receipt'
import { site } from '../site'
import { whereSentBelongs } from '../where-sent'
import { receiptRefusal, receiptResponse, renderReceiptOutcome } from './receipt-page'

/** The page that takes a receipt. */
export const GET = pageEndpoint(
  { headers: VERDICT_PAGE_HEADERS },
  async ({ language }) =>
    htmlResponse(200, await renderPage(ReceiptsPage, { translator: createTranslator(language), host: site().host })),
  (error, { language }) => renderReceiptOutcome(language, receiptRefusal(error)),
)

/** Where its form leads; the same validation as POST /api/public/receipts/validate, with the same statuses. */
export const POST = pageEndpoint(
  { group: 'artifact_manifest', headers: VERDICT_PAGE_HEADERS },
  async ({ request, address, language, draw }) => {
    const bytes = await receiveFileOrText(request)
    if (receiptsIn(fileText(bytes) ?? '').length > 1)
      return htmlResponse(400, await renderReceiptOutcome(language, { kind: 'several' }))
    const belongs = await whereSentBelongs(bytes, draw)
    const upload = await storeUpload(asStream(bytes), RECEIPT_BYTES)
    try {
      const receipt = await validateReceiptFile(upload.path, limitKey(address), (serials) => draw('verify', serials))
      return await receiptResponse(language, receipt, belongs)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'malformed') throw error
      return htmlResponse(400, await renderReceiptOutcome(language, receiptRefusal(error, belongs)))
    } finally {
      await upload.dispose()
    }
  },
  (error, { language }) => renderReceiptOutcome(language, receiptRefusal(error)),
)

async function* asStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
