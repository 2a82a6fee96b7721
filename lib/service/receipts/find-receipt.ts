import type { StoredReceiptAnswer } from '@/lib/contract/check/receipt'
import { checkReceipt, ReceiptError } from '@/lib/domain/receipt/check-receipt'
import { isUuid } from '@/lib/domain/text/uuid'
import { undetermined } from '@/lib/errors'
import { assureNone } from '@/lib/service/check/assure-none'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findReceiptJwt } from '@/lib/store/records/receipts'
import { checkByOwnKeys, namesCompromisedKey } from './check-by-own-keys'

/**
 * Finds a receipt that was given before. Its content is read from the signed text. Not a check, and not counted.
 * @param id as the caller typed it
 * @returns null when there is no such receipt, or its key was compromised since
 * @throws ServiceError `unavailable`, also where the row's text is no good receipt of this id: somebody changed a receipt that
 *   may have been given, and nobody can say any more that it was not
 */
export async function findReceipt(id: string): Promise<StoredReceiptAnswer | null> {
  if (!isUuid(id)) return null
  const wanted = id.toLowerCase()
  const receiptJwt = await servingGuard().run(() => findReceiptJwt(wanted))
  if (receiptJwt === null) {
    await assureNone()
    return null
  }
  try {
    const { kind, claims } = await checkByOwnKeys((keys) => checkReceipt(receiptJwt, keys))
    if (kind !== 'verification_receipt' || claims.jti !== wanted)
      throw new ReceiptError('content_differs', 'It is another receipt.')
    const { overall_status: overallStatusThen, verified_at: verifiedAt } = claims
    return { success: true, receipt_jwt: receiptJwt, overall_status_then: overallStatusThen, verified_at: verifiedAt }
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error
    if (error.code === 'unknown_key' && (await namesCompromisedKey(receiptJwt))) return null
    throw undetermined(`the stored receipt ${wanted} fails its check`)
  }
}
