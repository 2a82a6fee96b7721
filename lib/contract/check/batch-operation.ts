import { EXAMPLE_SERIAL, exampleVerifyAnswer } from '@/lib/contract/examples'
import type { Operation } from '@/lib/contract/openapi/operation'
import { BATCH_BODY_BYTES, type BatchAnswer, batchAnswerShape, batchQuery, batchRequestShape } from './batch'
import { exampleReceiptAnswer } from './receipt-examples'
import type { ReceiptValidationAnswer } from './receipt-validation'

const UNKNOWN = '0123-4567-89AB-CDE4'

/** A whole answer for two serials, one of them unknown, with its receipt; the signature is shortened. */
function exampleBatchAnswer(baseUrl: string): BatchAnswer {
  const { certificate, verification, replacement_certificate } = exampleVerifyAnswer(baseUrl)
  const { receipt, receipt_jwt, verification_key } = exampleReceiptAnswer(baseUrl)
  const { iss, jti, iat, reference, overall_status, verified_at, certificate_sha256 } = receipt
  const nothing = { certificate: null, verification: null, replacement_certificate: null, error: null }
  return {
    success: true,
    complete: true,
    results: [
      { serial: EXAMPLE_SERIAL, found: true, certificate, verification, replacement_certificate, error: null },
      { serial: UNKNOWN, found: false, ...nothing },
    ],
    receipt: {
      ...{ iss, jti, iat, reference },
      results: [
        { serial: EXAMPLE_SERIAL, overall_status, verified_at, certificate_sha256 },
        { serial: UNKNOWN, overall_status: 'not_found', verified_at, certificate_sha256: null },
      ],
    },
    receipt_jwt,
    verification_key,
  }
}

/** A receipt over two serials, the first of which was withdrawn since. */
export function exampleBatchReceiptValidation(baseUrl: string): ReceiptValidationAnswer {
  const { receipt: claims } = exampleBatchAnswer(baseUrl)
  const at = { verified_at: '2026-12-01T09:30:12.204Z', replacement_serial: null }
  const url = `${baseUrl}/verify/${EXAMPLE_SERIAL}`
  return {
    success: true,
    receipt: {
      valid: true,
      kind: 'batch_receipt',
      claims: claims ?? null,
      then: claims?.results ?? [],
      now: [
        { serial: EXAMPLE_SERIAL, overall_status: 'withdrawn', ...at, verification_url: url },
        { serial: UNKNOWN, overall_status: 'not_found', ...at, verification_url: null },
      ],
      errors: [],
    },
  }
}

/** The endpoint that verifies several serials at once. */
export const BATCH_OPERATION: Operation = {
  id: 'verifyBatch',
  method: 'post',
  path: '/api/public/credentials/verify/batch',
  tag: 'Verification',
  summary: 'Verify several serials',
  description:
    'Checks up to 100 certificates in one call, each as it stands now. Each that is found and judged adds one to its ' +
    'check count. It takes as many places of the limit of verify by serial as there are distinct serials, all or none. ' +
    'One that could not be checked just now has `found` and `verification` null and an `error`, and `complete` is ' +
    'false: ask for it again. A text that is no serial has `found` null and an `error`, too. With `receipt` true the outcomes come signed (`typ` verification-batch-receipt+jwt), ' +
    'without names; such a receipt takes a place of the limit of receipts too, and is not stored. Compare names ' +
    'yourself; never send them.',
  group: 'verify',
  query: batchQuery,
  body: {
    shape: batchRequestShape,
    maxBytes: BATCH_BODY_BYTES,
    example: { serials: [EXAMPLE_SERIAL, UNKNOWN], receipt: true, reference: 'Case 2026/118' },
  },
  answers: {
    200: {
      description: 'The checks ran. What each came to is `verification.overall_status` of its result.',
      shape: batchAnswerShape,
      bodies: { 'application/pdf': 'bytes' },
      headersOfSome: ['etag', 'repr-digest', 'content-disposition', 'accept-ranges'],
      example: exampleBatchAnswer,
    },
  },
  refusals: {
    400: 'The body is not such JSON, holds no serials or more than 100, or asks for a receipt over a text that is no serial.',
    429: 'Fewer places are left than there are distinct serials, or more than 600 requests with a body came from this address within a minute. Nothing was checked.',
    503: 'None of them could be checked just now, or the receipt could not be made. This says nothing about the certificates.',
  },
}
