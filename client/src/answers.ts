/** What the service answers, from the contract that it answers by; the package carries these types written out. */
export type { BadgeValidationAnswer } from '@/lib/contract/badge/badge-validation'
export type { BatchReceiptClaims, BatchResult } from '@/lib/contract/check/batch'
export type { LookupItem } from '@/lib/contract/check/lookup'
export type { ReceiptClaims } from '@/lib/contract/check/receipt'
export type { CheckId, OverallStatus, VerifyAnswer } from '@/lib/contract/check/verification'
