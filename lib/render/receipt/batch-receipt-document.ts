import type { ListedStatus } from '@/lib/contract/check/batch'

/** Everything that the pages of a receipt over several checks show and carry. Times in milliseconds since 1970. */
export interface BatchReceiptDocument {
  /** UUID. */
  id: string
  /** In the order sent. */
  results: readonly { serial: string; outcome: ListedStatus; verifiedAt: number }[]
  /** Given by the requester, not checked. */
  reference: string | null
  /** The service's key that signed. */
  keyThumbprint: string
  /** Where the service is, as a person types it. */
  host: string
  keySetUrl: string
  /** The page that reads receipts. */
  receiptsUrl: string
  /** Attached byte for byte. */
  receiptJwt: string
  receiptJson: string
}
