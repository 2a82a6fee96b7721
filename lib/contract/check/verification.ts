import { z } from 'zod'
import { certificateShape, timestamp } from './certificate'

/** Every outcome of a check. The first that applies is given (spec part 3). */
export const OVERALL_STATUSES = [
  'invalid',
  'withdrawn',
  'superseded',
  'issuer_suspended',
  'expired',
  'document_altered',
  'verified',
] as const

export type OverallStatus = (typeof OVERALL_STATUSES)[number]

/** The single checks, in the order in which they are listed. */
export const CHECK_IDS = [
  'integrity',
  'signature',
  'issuer_key',
  'status',
  'issuer_standing',
  'validity_period',
] as const

export type CheckId = (typeof CHECK_IDS)[number]

const checkShape = z
  .object({
    id: z.enum(CHECK_IDS).describe('What was checked'),
    result: z
      .enum(['passed', 'failed', 'not_applicable'])
      .describe('Whether it held; `not_applicable` where there was nothing to look at'),
    message: z.string().describe('What came of it, as a sentence'),
  })
  .meta({ id: 'Check' })

export type CheckWire = z.infer<typeof checkShape>

export const verificationShape = z
  .object({
    overall_status: z.enum(OVERALL_STATUSES).describe('`verified` is the only value that means genuine and current'),
    cryptographic_valid: z.boolean().describe('Result of the signature check alone'),
    verified_at: timestamp.describe('Time of the check'),
    checks: z.array(checkShape).describe('The single checks, always all six and in this order'),
  })
  .meta({ id: 'Verification' })

/** How a certificate stands in the public log. */
export const logShape = z
  .object({
    origin: z.string().describe('Which log it is'),
    index: z.int().nullable().describe('Place of the certificate’s newest leaf, from 0; null while it has none'),
    tree_size: z.int().describe('How many leaves the published log has'),
    state: z
      .enum(['entered', 'taken_in', 'waiting'])
      .describe(
        '`entered` when it was made; `taken_in` later, so that nothing is proved about the time before; `waiting`: its newest change is not in the log yet',
      ),
    entered_at: timestamp.nullable().describe('Since when the log proves that the certificate existed'),
    witnesses: z.array(z.string()).describe('Who confirmed the log; empty while nobody does'),
    witnessed_at: timestamp.nullable().describe('When it was last confirmed'),
    proof_url: z.string().nullable().describe('Where the proof is, which needs neither us nor our database'),
  })
  .meta({ id: 'CertificateLog' })

export type LogWire = z.infer<typeof logShape>

/** The body of `GET /api/public/credentials/verify/<serial>` (interface.md 4.1). */
export const verifyAnswerShape = z
  .object({
    success: z.literal(true).describe('The check ran; this is not its outcome'),
    certificate: certificateShape.describe('The certificate whose serial was sent'),
    verification: verificationShape.describe('The outcome'),
    replacement_certificate: certificateShape
      .nullable()
      .describe('The current correction when this one was replaced, itself checked; otherwise null'),
    log: logShape
      .nullable()
      .describe('How the certificate stands in the public log; null where there is none or the record fails its check'),
  })
  .meta({ id: 'VerifyAnswer' })

export type VerifyAnswer = z.infer<typeof verifyAnswerShape>
