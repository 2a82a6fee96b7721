import { DOCUMENT_BYTES, documentAnswerShape, documentQuery } from '@/lib/contract/check/document'
import { ServiceError } from '@/lib/errors'
import { endpoint } from '@/lib/http/endpoint'
import { limitKey } from '@/lib/http/limits/address'
import { documentBodyBytes, receiveDocument } from '@/lib/http/receive/receive-document'
import { presentDocument } from '@/lib/service/check/present-document'
import { verifyDocument } from '@/lib/service/check/verify-document'

/** Verify by PDF (spec parts 5 and 7). */
export const POST = endpoint(
  {
    group: 'verify_pdf',
    query: documentQuery,
    body: { maxBytes: documentBodyBytes(DOCUMENT_BYTES) },
    response: documentAnswerShape,
  },
  async ({ request, address, query }) => {
    const upload = await receiveDocument(request, DOCUMENT_BYTES)
    try {
      const checked = await verifyDocument(upload, { address: limitKey(address), compare: query.compare === 'true' })
      if (!checked) throw new ServiceError('not_found', 'The file names no certificate that was issued here.')
      return presentDocument(checked)
    } finally {
      await upload.dispose()
    }
  },
)
