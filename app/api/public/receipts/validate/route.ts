import { RECEIPT_BYTES, receiptValidationAnswerShape } from '@/lib/contract/check/receipt-validation'
import { endpoint, Reply } from '@/lib/http/endpoint'
import { limitKey } from '@/lib/http/limits/address'
import { documentBodyBytes, receiveDocument } from '@/lib/http/receive/receive-document'
import { RECEIPT_TYPES } from '@/lib/http/receive/receive-receipt'
import { validateReceiptFile } from '@/lib/service/receipts/validate-receipt'

/** Validates a receipt of this service (spec part 5). */
export const POST = endpoint(
  {
    group: 'artifact_manifest',
    body: { maxBytes: documentBodyBytes(RECEIPT_BYTES) },
    response: receiptValidationAnswerShape,
  },
  async ({ request, address, draw }) => {
    const upload = await receiveDocument(request, RECEIPT_BYTES, RECEIPT_TYPES)
    try {
      const receipt = await validateReceiptFile(upload.path, limitKey(address), (serials) => draw('verify', serials))
      const [first] = receipt.errors
      if (!first) return new Reply({ success: true, receipt })
      return new Reply({ success: false, error: first.message, receipt }, { status: 422 })
    } finally {
      await upload.dispose()
    }
  },
)
