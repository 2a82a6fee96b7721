import { z } from 'zod'
import { batchReceiptClaimsShape, LISTED_STATUSES } from './batch'
import { timestamp } from './certificate'
import { receiptClaimsShape } from './receipt'

/** The largest receipt that is read: 1 MiB. */
export const RECEIPT_BYTES = 1024 * 1024

/** In which ways a receipt fails. */
const RECEIPT_FAILURES = [
  'no_receipt',
  'several_receipts',
  'not_a_receipt',
  'other_service',
  'unknown_key',
  'key_compromised',
  'signature_invalid',
  'claims_malformed',
  'content_differs',
] as const

export type ReceiptFailure = (typeof RECEIPT_FAILURES)[number]

/** What a receipt says of one certificate. */
const receiptThenShape = z
  .object({
    serial: z.string().describe('The certificate that was checked'),
    overall_status: z
      .enum(LISTED_STATUSES)
      .describe('What the check came to then; `not_found` when no certificate had this serial'),
    verified_at: timestamp.describe('Time of that check'),
    certificate_sha256: z
      .string()
      .nullable()
      .describe('SHA-256 of the canonical JSON (RFC 8785) of `certificate` then; null when there was none'),
  })
  .meta({ id: 'ReceiptThen' })

/** How the same certificate stands now. */
const receiptNowShape = z
  .object({
    serial: z.string().describe('The certificate that the receipt is about'),
    overall_status: z
      .enum(LISTED_STATUSES)
      .describe('What a check comes to now; `not_found` when no certificate has this serial (any more)'),
    verified_at: timestamp.describe('Time of this check'),
    replacement_serial: z.string().nullable().describe('The current correction when it was replaced'),
    verification_url: z.string().nullable().describe('Its public verification page; null when it is not found'),
  })
  .meta({ id: 'ReceiptNow' })

/** What came of validating a receipt (spec part 5, “/receipts”). */
const receiptValidationShape = z
  .object({
    valid: z.boolean().describe('A key of this service signed it, and nothing of it was changed; no verdict'),
    kind: z
      .enum(['verification_receipt', 'batch_receipt'])
      .nullable()
      .describe('What was signed: one check, or several; null when it is not valid'),
    claims: z
      .union([receiptClaimsShape, batchReceiptClaimsShape])
      .nullable()
      .describe('What was signed, and all that may be believed; null when not valid'),
    then: z.array(receiptThenShape).describe('What it said; empty when it is not valid'),
    now: z.array(receiptNowShape).describe('How that stands now, checked and not counted; empty when it is not valid'),
    errors: z
      .array(
        z.object({
          code: z.enum(RECEIPT_FAILURES).describe('In which way it fails'),
          message: z.string().describe('The same as a sentence'),
        }),
      )
      .describe('Why it is not valid; empty when it is'),
  })
  .meta({ id: 'ReceiptValidation' })

export type ReceiptValidation = z.infer<typeof receiptValidationShape>

/** The body of `POST /api/public/receipts/validate`. */
export const receiptValidationAnswerShape = z
  .object({
    success: z.boolean().describe('Whether the receipt is valid'),
    error: z.string().optional().describe('The first error, when it is not valid'),
    receipt: receiptValidationShape.describe('What came of it'),
  })
  .meta({ id: 'ReceiptValidationAnswer' })

export type ReceiptValidationAnswer = z.infer<typeof receiptValidationAnswerShape>
