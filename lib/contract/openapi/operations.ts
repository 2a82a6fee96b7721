import { BADGE_VALIDATION_OPERATION } from '@/lib/contract/badge/badge-validation-operation'
import { OPEN_BADGE_OPERATIONS } from '@/lib/contract/badge/open-badge-operations'
import { BATCH_OPERATION } from '@/lib/contract/check/batch-operation'
import { DOCUMENT_BYTES, documentAnswerShape, documentQuery } from '@/lib/contract/check/document'
import { LOOKUP_BODY_BYTES, lookupAnswerShape, lookupRequestShape } from '@/lib/contract/check/lookup'
import { RECEIPT_OPERATIONS } from '@/lib/contract/check/receipt-operations'
import { verifyAnswerShape } from '@/lib/contract/check/verification'
import {
  EXAMPLE_LOOKUP_BODY,
  EXAMPLE_SERIAL,
  exampleDocumentAnswer,
  exampleLookupAnswer,
  exampleVerifyAnswer,
} from '@/lib/contract/examples'
import { conditionHeaders, fileForm } from '@/lib/contract/file-headers'
import { FILE_OPERATIONS } from '@/lib/contract/file-operations'
import { healthShape } from '@/lib/contract/health'
import { ISSUER_OPERATIONS } from '@/lib/contract/issuer/issuer-operations'
import { KEY_OPERATIONS } from '@/lib/contract/issuer/key-operations'
import { LOG_OPERATIONS } from '@/lib/contract/log-operations'
import { PASSPORT_OPERATION } from '@/lib/contract/passport-operation'
import { serialParams } from '@/lib/contract/serial-params'
import { WATCH_OPERATION } from '@/lib/contract/watch-operation'
import { openApiShape } from './openapi-shape'
import type { Operation } from './operation'

/**
 * Every endpoint of the service. A new endpoint is a row here, which puts it into the OpenAPI document and the
 * documentation.
 */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'verifyBySerial',
    method: 'get',
    path: '/api/public/credentials/verify/{serial}',
    tag: 'Verification',
    summary: 'Verify by serial',
    description:
      'Checks one certificate as it stands now. Each completed check adds one to the check count that its issuer ' +
      'sees. A withdrawn, replaced or expired certificate is an answer (200), not an error.',
    group: 'verify',
    params: serialParams,
    exampleParams: { serial: EXAMPLE_SERIAL },
    answers: {
      200: {
        description: 'The check ran. What it came to is `verification.overall_status`.',
        shape: verifyAnswerShape,
        example: exampleVerifyAnswer,
      },
    },
    refusals: {
      404: 'No certificate has this serial (`no_such_certificate`), or the text is no serial (`not_a_serial`).',
      503: 'The check could not be completed just now. This says nothing about the certificate.',
    },
  },
  BATCH_OPERATION,
  WATCH_OPERATION,
  ...RECEIPT_OPERATIONS,
  ...FILE_OPERATIONS,
  ...OPEN_BADGE_OPERATIONS,
  BADGE_VALIDATION_OPERATION,
  PASSPORT_OPERATION,
  {
    id: 'verifyByPdf',
    method: 'post',
    path: '/api/public/credentials/verify/pdf',
    tag: 'Verification',
    summary: 'Verify by PDF file',
    description:
      'Checks a file as it stands now: the issued one, a copy that was changed, or one that only names a certificate. ' +
      '`verified` only for the issued file, byte for byte, of a current certificate. Each completed check adds one to ' +
      'the check count of the certificate that is returned. Send the PDF itself, or a form with the part `file`. With ' +
      '`compare=true` a file that is not the issued bytes is also compared with them, where the certificate’s files are ' +
      'served; ask for it after the verdict: such a check is not counted. `recreated` and `same` are never `verified`.',
    group: 'verify_pdf',
    query: documentQuery,
    body: { maxBytes: DOCUMENT_BYTES, bodies: { 'application/pdf': 'bytes', 'multipart/form-data': fileForm } },
    answers: {
      200: {
        description: 'The check ran. What it came to is `verification.overall_status`.',
        shape: documentAnswerShape,
        example: exampleDocumentAnswer,
      },
    },
    refusals: {
      400: 'No PDF that can be read was sent: another kind of file, or one that is protected by a password.',
      404: 'The file names no certificate that was issued here, or is the receipt of a check: `error` says which. Validate a receipt with `POST /api/public/receipts/validate`.',
      503: 'The check could not be completed just now. This says nothing about the file.',
    },
  },
  ...KEY_OPERATIONS,
  ...LOG_OPERATIONS,
  ...ISSUER_OPERATIONS,
  {
    id: 'lookUpCertificates',
    method: 'post',
    path: '/api/issuer/v1/certificates/lookup',
    tag: 'Issuer interface',
    summary: 'Look up certificates',
    description:
      'Returns the calling organization’s certificates for up to 100 serials in one call, in the order sent. A lookup ' +
      'is not a verification and is not counted as a check. Another organization’s serial looks the same as an ' +
      'unknown one: `found` is false. A certificate that cannot be checked now leaves the others as they are: its ' +
      '`certificate` is null, and its `error` says why.',
    group: 'issuer_lookup',
    key: true,
    body: { shape: lookupRequestShape, maxBytes: LOOKUP_BODY_BYTES, example: EXAMPLE_LOOKUP_BODY },
    answers: {
      200: {
        description: 'The lookup ran. See `found` and `error` of each serial.',
        shape: lookupAnswerShape,
        example: exampleLookupAnswer,
      },
    },
    refusals: { 400: 'The body is not such JSON, or holds no serials or more than 100.' },
    failure: 500,
  },
  {
    id: 'openApiDocument',
    method: 'get',
    path: '/api/openapi.json',
    tag: 'Service',
    summary: 'This interface as OpenAPI 3.1',
    description: 'Made from the same shapes that the service parses requests and answers with.',
    headers: conditionHeaders,
    answers: {
      200: { description: 'The OpenAPI document.', shape: openApiShape, headers: ['etag'] },
      304: { description: 'The caller has this document already.', headers: ['etag'] },
    },
    refusals: { 412: 'The document is another one than `if-match` asks for.' },
  },
  {
    id: 'healthLive',
    method: 'get',
    path: '/api/health/live',
    tag: 'Service',
    summary: 'Is the process alive?',
    description: 'Says nothing of what the service depends on.',
    answers: {
      200: { description: 'It runs.', shape: healthShape, example: () => ({ success: true, status: 'ok' }) },
    },
  },
  {
    id: 'healthReady',
    method: 'get',
    path: '/api/health/ready',
    tag: 'Service',
    summary: 'Can the service answer?',
    description: 'For load balancers: whether requests should be sent here.',
    answers: {
      200: {
        description: 'It can, perhaps in a lesser way.',
        shape: healthShape,
        example: () => ({ success: true, status: 'ok' }),
      },
    },
    refusals: { 503: 'The database does not answer, a migration is pending, or the service is shutting down.' },
  },
  {
    id: 'metrics',
    method: 'get',
    path: '/api/metrics',
    tag: 'Service',
    summary: 'What is measured in this process',
    description: 'For the operator, in Prometheus form. Names no person, no serial and no issuer.',
    metricsToken: true,
    answers: { 200: { description: 'Counters, histograms and gauges.', bodies: { 'text/plain': 'text' } } },
    refusals: {
      401: 'The metrics token is missing or wrong.',
      404: 'The service was set up without a metrics token.',
    },
  },
]
