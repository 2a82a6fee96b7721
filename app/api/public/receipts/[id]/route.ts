import { receiptIdParams, storedReceiptShape } from '@/lib/contract/check/receipt'
import { ServiceError } from '@/lib/errors'
import { endpoint } from '@/lib/http/endpoint'
import { findReceipt } from '@/lib/service/receipts/find-receipt'

/** A receipt that was given before (spec part 5); not counted as a check. */
export const GET = endpoint(
  { group: 'artifact_manifest', params: receiptIdParams, response: storedReceiptShape },
  async ({ params }) => {
    const found = await findReceipt(params.id)
    if (!found) throw new ServiceError('not_found', 'No receipt has this id.')
    return found
  },
)
