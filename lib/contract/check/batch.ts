import { z } from 'zod'
import { certificateShape, timestamp } from './certificate'
import { BATCH_SERIALS } from './check-many'
import { logAnchorShape, receiptKeyShape, referenceShape, sha256Shape } from './receipt'
import { OVERALL_STATUSES, verificationShape } from './verification'

/** The largest body of a batch, in bytes: a hundred serials of the longest text that is read as one. */
export const BATCH_BODY_BYTES = 64 * 1024

/** The body of `POST /api/public/credentials/verify/batch` (spec part 14). */
export const batchRequestShape = z
  .object(
    {
      serials: z
        .array(z.string('Each entry of serials must be a string.'), 'serials must be an array of strings.')
        .min(1, 'serials is empty: send between 1 and 100.')
        .max(BATCH_SERIALS, 'serials has more than 100 entries: send between 1 and 100.')
        .describe('Between 1 and 100. Duplicates are ignored, and case does not matter. Never send names'),
      receipt: z.boolean('receipt must be true or false.').default(false).describe('Sign the outcomes of the batch'),
      reference: referenceShape,
    },
    'The body must be a JSON object with serials.',
  )
  .refine(({ receipt, reference }) => receipt || reference === undefined, {
    error: 'A reference is signed into the receipt: send it with receipt: true.',
  })
  .meta({ id: 'BatchRequest' })

/** In which format a batch is answered. */
export const batchQuery = z.object({
  format: z
    .enum(['json', 'pdf'], { error: 'The format is json or pdf.' })
    .default('json')
    .describe('`json`, or `pdf` (a document with the signed receipt attached; needs `receipt: true`)'),
})

/** An outcome as a receipt of several serials has it. */
export const LISTED_STATUSES = [...OVERALL_STATUSES, 'not_found'] as const

export type ListedStatus = (typeof LISTED_STATUSES)[number]

/** What is signed of a batch: the payload of the JWS, whose `typ` is `verification-batch-receipt+jwt`. */
export const batchReceiptClaimsShape = z
  .object({
    iss: z.string().describe('The service, as its DID'),
    jti: z.uuid().describe('The receipt’s own id'),
    iat: z.int().describe('Time of the checks, in whole seconds since 1970'),
    results: z
      .array(
        z.object({
          serial: z.string().describe('The serial that was checked'),
          overall_status: z
            .enum(LISTED_STATUSES)
            .describe('What the check came to at that time; `not_found` when no certificate had this serial'),
          verified_at: timestamp.describe('Time of the check'),
          certificate_sha256: sha256Shape
            .nullable()
            .describe('SHA-256 of the canonical JSON (RFC 8785) of `certificate`; null when there was none'),
          log: logAnchorShape,
        }),
      )
      .min(1)
      .max(BATCH_SERIALS)
      .describe('Every distinct serial that was sent, in this order'),
    reference: z.string().nullable().describe('Given by the requester, not checked'),
  })
  .meta({ id: 'BatchReceiptClaims' })

export type BatchReceiptClaims = z.infer<typeof batchReceiptClaimsShape>

const batchResultShape = z
  .object({
    serial: z.string().describe('As the caller sent it'),
    found: z
      .boolean()
      .nullable()
      .describe(
        'Whether a certificate has this serial; null when that could not be determined, or the text is no serial',
      ),
    certificate: certificateShape.nullable().describe('The certificate whose serial was sent'),
    verification: verificationShape
      .nullable()
      .describe('The outcome; null when there is no such certificate, or the check could not be completed'),
    replacement_certificate: certificateShape
      .nullable()
      .describe('The current correction when this one was replaced, itself checked; otherwise null'),
    error: z
      .string()
      .nullable()
      .describe(
        'Why the check could not be completed, or that the text is no serial, which says nothing about the certificate; otherwise null',
      ),
  })
  .meta({ id: 'BatchResult' })

export type BatchResult = z.infer<typeof batchResultShape>

/** The answer of a batch, one result per distinct serial, in the order sent. */
export const batchAnswerShape = z
  .object({
    success: z.literal(true).describe('The checks ran; this is not their outcome'),
    complete: z.boolean().describe('False when at least one serial could not be checked just now: ask again for it'),
    results: z.array(batchResultShape).describe('One result per distinct serial, in the order sent'),
    receipt: batchReceiptClaimsShape
      .nullable()
      .optional()
      .describe('What was signed, readable; null when the batch is not complete: a part of it is never signed'),
    receipt_jwt: z.string().nullable().optional().describe('The signed receipt, when asked for; null as `receipt`'),
    verification_key: receiptKeyShape.nullable().optional().describe('The key that signed it; null as `receipt`'),
  })
  .meta({ id: 'BatchAnswer' })

export type BatchAnswer = z.infer<typeof batchAnswerShape>
