import type { ReceiptFailure, ReceiptValidation } from '@/lib/contract/receipt-validation'

/** What the page for receipts shows of one. */
export type ReceiptOutcome =
  | { kind: 'valid'; receipt: ReceiptValidation }
  | { kind: 'not_valid'; failure: ReceiptFailure }
  /** What was sent is none, or too much. */
  | { kind: 'unreadable' | 'too_large' }
  | { kind: 'could_not_check' | 'too_many'; retryAfterSeconds: number }

export type ReceiptView = ReceiptOutcome & { host: string; origin: string; checkedAt: Date }
