import type { ReceiptFailure, ReceiptValidation } from '@/lib/contract/check/receipt-validation'
import type { Belonging } from '@/lib/scan/typed/where-it-belongs'

/** What the page for receipts shows of one. */
export type ReceiptOutcome =
  | { kind: 'valid'; receipt: ReceiptValidation }
  | { kind: 'not_valid'; failure: ReceiptFailure }
  /** What was sent is none; `belongs` where another page takes it. */
  | { kind: 'unreadable'; failure?: ReceiptFailure; belongs?: Belonging | null }
  | { kind: 'too_large' }
  /** The record of a long list, which the script of the page checks. */
  | { kind: 'several' }
  | { kind: 'could_not_check' | 'too_many'; retryAfterSeconds: number }

export type ReceiptView = ReceiptOutcome & { host: string; origin: string; checkedAt: Date }
