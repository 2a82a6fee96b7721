import { z } from 'zod'
import { EXAMPLE_SERIAL } from '@/lib/contract/examples'
import { fileForm } from '@/lib/contract/file-headers'
import type { Operation } from '@/lib/contract/openapi/operation'
import { serialParams } from '@/lib/contract/serial-params'
import { exampleLogProofs, logProofQuery, logProofsShape } from './log-proof'
import { receiptAnswerShape, receiptIdParams, receiptQuery, storedReceiptShape } from './receipt'
import {
  EXAMPLE_RECEIPT_ID,
  exampleReceiptAnswer,
  exampleReceiptValidation,
  exampleRefusedReceipt,
  exampleStoredReceipt,
} from './receipt-examples'
import { RECEIPT_BYTES, receiptValidationAnswerShape } from './receipt-validation'

/** The endpoints of verification receipts. */
export const RECEIPT_OPERATIONS: readonly Operation[] = [
  {
    id: 'giveReceipt',
    method: 'get',
    path: '/api/public/credentials/verify/{serial}/receipt',
    tag: 'Verification',
    summary: 'Verification receipt',
    description:
      'Runs a verification, which counts as a check, and signs what came of it, whatever it is: evidence that can be ' +
      'proved later without the service. `format=jwt` gives the signed receipt alone (`application/jwt`), ' +
      '`format=pdf` a page with the signed and the readable form attached. A receipt says nothing about the time after it.',
    group: 'verification_receipt',
    params: serialParams,
    query: receiptQuery,
    exampleParams: { serial: EXAMPLE_SERIAL, format: 'json', reference: 'Case 2026/118' },
    answers: {
      200: {
        description: 'The check ran and was signed. What it came to is `receipt.overall_status`.',
        shape: receiptAnswerShape,
        bodies: { 'application/jwt': 'text', 'application/pdf': 'bytes' },
        headersOfSome: ['etag', 'repr-digest', 'content-disposition', 'accept-ranges'],
        example: exampleReceiptAnswer,
      },
    },
    refusals: {
      400: 'The format is another, or the reference is longer than 64 characters or holds others than it may.',
      404: 'No certificate has this serial (`no_such_certificate`), or the text is no serial (`not_a_serial`).',
      503: 'The check could not be completed just now, or the limit could not be counted. This says nothing about the certificate.',
    },
  },
  {
    id: 'proveInLog',
    method: 'get',
    path: '/api/public/credentials/verify/{serial}/log-proof',
    tag: 'Verification',
    summary: 'Proof from the public log',
    description:
      'Proves that the certificate’s history stands in the public log of the service, at its newest published tree. It is no ' +
      'check and is not counted as one. The proof needs nothing but the key of the log, which you take from somebody else ' +
      'than this service. Whoever keeps it sees when anything later happens to the certificate.',
    group: 'verification_receipt',
    params: serialParams,
    query: logProofQuery,
    exampleParams: { serial: EXAMPLE_SERIAL, format: 'json' },
    answers: {
      200: {
        description: 'The proofs.',
        shape: logProofsShape,
        bodies: { 'text/plain': 'text' },
        example: exampleLogProofs,
      },
    },
    refusals: {
      400: 'The format is another.',
      404: 'No certificate has this serial, or it is not in a public log.',
      410: 'The record fails its check.',
      503: 'The log could not be read just now, or the limit could not be counted.',
    },
  },
  {
    id: 'findReceipt',
    method: 'get',
    path: '/api/public/receipts/{id}',
    tag: 'Verification',
    summary: 'A receipt that was given',
    description:
      'Returns a receipt that the service gave before, by its id (`jti`). It is no check, is not counted as one, and ' +
      'says nothing about how the certificate stands now.',
    group: 'artifact_manifest',
    params: receiptIdParams,
    exampleParams: { id: EXAMPLE_RECEIPT_ID },
    answers: {
      200: { description: 'The receipt as it was given.', shape: storedReceiptShape, example: exampleStoredReceipt },
    },
    refusals: { 404: 'No receipt has this id.' },
  },
  {
    id: 'validateReceipt',
    method: 'post',
    path: '/api/public/receipts/validate',
    tag: 'Verification',
    summary: 'Validate a receipt',
    description:
      'Says what a receipt of this service was signed for, and how the certificate stands now. Send the receipt as ' +
      'PDF, as its JSON form, as the signed text (`application/jwt`), or a form with the part `file`. Of a PDF only the ' +
      'signed receipt that it carries is read: what is drawn on its pages proves nothing. The check of how each serial ' +
      'stands now is not counted, and takes a place of the limit of verify by serial. `valid` says that the receipt is ' +
      'genuine; whether to accept the certificate is said by `now` alone.',
    group: 'artifact_manifest',
    body: {
      maxBytes: RECEIPT_BYTES,
      bodies: {
        'application/pdf': 'bytes',
        'application/json': z.object({ receipt_jwt: z.string() }),
        'application/jwt': 'text',
        'multipart/form-data': fileForm,
      },
    },
    answers: {
      200: {
        description: 'The receipt is genuine.',
        shape: receiptValidationAnswerShape,
        example: exampleReceiptValidation,
      },
      422: {
        description: 'The receipt is not valid. Read `receipt.errors`.',
        shape: receiptValidationAnswerShape,
        example: exampleRefusedReceipt,
      },
    },
    refusals: {
      400: 'What was sent is no receipt at all: neither a PDF that can be read, nor JSON with `receipt_jwt`, nor a signed text.',
      503: 'A key, or how the certificate stands now, could not be determined just now.',
    },
  },
]
