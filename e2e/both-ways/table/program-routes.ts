import { badgeValidationAnswerShape } from '@/lib/contract/badge/badge-validation'
import { batchAnswerShape } from '@/lib/contract/check/batch'
import { openBadgeShape, statusListShape } from '@/lib/contract/check/credential-shape'
import { documentAnswerShape } from '@/lib/contract/check/document'
import { logProofsShape } from '@/lib/contract/check/log-proof'
import { LOOKUP_BODY_BYTES, lookupAnswerShape } from '@/lib/contract/check/lookup'
import { receiptAnswerShape, storedReceiptShape } from '@/lib/contract/check/receipt'
import { receiptValidationAnswerShape } from '@/lib/contract/check/receipt-validation'
import { verifyAnswerShape } from '@/lib/contract/check/verification'
import { healthShape } from '@/lib/contract/health'
import { issuerAnswerShape, issuersAnswerShape } from '@/lib/contract/issuer/issuer'
import { didDocumentShape, jwkSetShape } from '@/lib/contract/issuer/key-documents'
import { manifestAnswerShape } from '@/lib/contract/manifest'
import { openApiShape } from '@/lib/contract/openapi/openapi-shape'
import { passportAnswerShape } from '@/lib/contract/passport'
import { JSON_TYPE, type RouteRows } from '../probe'

const TEXT = 'text/plain; charset=utf-8'
const DID = 'application/did+json'
const KEYS = 'application/jwk-set+json'
const LD = 'application/ld+json'
const KEY = { authorization: 'Bearer {secret}', 'content-type': 'application/json' }
const METRICS = { authorization: 'Bearer {metricsToken}' }
const UNKNOWN = '0000-0000-0000-0000'
/** What every file has: it is kept by nobody, can be asked for in part, and names itself. */
const FILE = { etag: /^"[0-9a-f]{64}"$/, 'accept-ranges': 'bytes', 'content-disposition': /^inline; filename=/ }

/** Every route that programs ask. */
export const PROGRAM_ROUTES: RouteRows = {
  '/.well-known/did.json': { GET: { type: DID, body: didDocumentShape } },
  '/.well-known/jwks.json': { GET: { type: KEYS, body: jwkSetShape } },
  '/.well-known/security.txt': { GET: { type: TEXT, cache: 'public, max-age=3600', body: /^Contact: https:/m } },
  '/api/health/live': { GET: { body: healthShape } },
  '/api/health/ready': { GET: { body: healthShape } },
  '/api/issuer/v1/certificates/lookup': {
    POST: [
      { status: 401, has: { 'www-authenticate': 'Bearer realm="issuer"' } },
      { as: 'with a key', headers: KEY, send: '{"serials":["{serial}"]}', body: lookupAnswerShape },
      {
        as: 'as text',
        headers: { ...KEY, 'content-type': 'text/plain' },
        send: '{"serials":["{serial}"]}',
        status: 400,
      },
      { as: 'with a key and nothing else', headers: KEY, send: '', status: 400 },
      { as: 'with words that are no JSON', headers: KEY, send: '{"serials":', status: 400 },
      { as: 'with nothing of the shape', headers: KEY, send: '[]', status: 400 },
      { as: 'compressed', headers: { ...KEY, 'content-encoding': 'gzip' }, send: 'x', status: 400 },
      {
        as: 'with a body that is too large',
        headers: { ...KEY, 'content-length': String(LOOKUP_BODY_BYTES + 1) },
        send: 'x',
        status: 413,
      },
    ],
  },
  '/api/metrics': {
    GET: [
      { status: 401 },
      { as: 'with the token', headers: METRICS, type: 'text/plain; version=0.0.4; charset=utf-8', isNew: true },
    ],
  },
  '/api/openapi.json': {
    GET: [
      { body: openApiShape, has: { etag: /./ } },
      {
        as: 'compressed',
        headers: { 'accept-encoding': 'br' },
        has: { 'content-encoding': 'br', vary: 'accept-encoding' },
        underNext: 'compressed documents',
      },
    ],
  },
  '/api/public/artifacts/:fingerprint': {
    GET: [
      { status: 404 },
      { as: 'of a file', to: '/api/public/artifacts/{pdfHash}', body: manifestAnswerShape },
      { as: 'of what is no fingerprint', to: '/api/public/artifacts/x', status: 400 },
    ],
  },
  '/api/public/credentials/:ref/jpeg': { GET: { type: 'image/jpeg', has: FILE } },
  '/api/public/credentials/:ref/manifest': { GET: { body: manifestAnswerShape } },
  '/api/public/credentials/:ref/openbadge': {
    GET: [
      { type: LD, has: FILE, body: openBadgeShape },
      { as: 'as a JWT', to: '/api/public/credentials/{serial}/openbadge?format=jwt', type: 'text/plain', has: FILE },
      { as: 'in no format', to: '/api/public/credentials/{serial}/openbadge?format=x', status: 400 },
      {
        as: 'in a picture that there is none of',
        to: '/api/public/credentials/{serial}/openbadge?format=png',
        status: 409,
      },
    ],
  },
  '/api/public/credentials/:ref/pdf': {
    GET: [
      { type: 'application/pdf', has: FILE, body: /^%PDF/ },
      {
        as: 'in part',
        headers: { range: 'bytes=0-9' },
        status: 206,
        type: 'application/pdf',
        has: { ...FILE, 'content-range': /^bytes 0-9\/\d+$/ },
        body: /^%PDF-1\.\d\n%$/,
      },
      {
        as: 'beyond its end',
        headers: { range: 'bytes=99999999-' },
        status: 416,
        has: { 'content-range': /^bytes \*\/\d+$/ },
      },
      { as: 'that is known', headers: { 'if-none-match': '*' }, status: 304, type: '', has: { etag: FILE.etag } },
      { as: 'of a withdrawn certificate', to: '/api/public/credentials/{withdrawn}/pdf', status: 410 },
      { as: 'of none', to: `/api/public/credentials/${UNKNOWN}/pdf`, status: 404 },
    ],
    HEAD: [
      { type: 'application/pdf', has: FILE },
      { as: 'that is known', headers: { 'if-none-match': '*' }, status: 304, type: '' },
      { as: 'of a withdrawn certificate', to: '/api/public/credentials/{withdrawn}/pdf', status: 410 },
    ],
  },
  '/api/public/credentials/:ref/refresh': { GET: { type: LD, has: FILE, body: openBadgeShape } },
  '/api/public/credentials/:ref/signed': { GET: { type: 'application/vc+jwt', has: FILE } },
  '/api/public/credentials/verify/:serial': {
    GET: [
      { body: verifyAnswerShape, has: { 'x-ratelimit-limit': '240', 'x-ratelimit-remaining': '239' } },
      { as: 'withdrawn', to: '/api/public/credentials/verify/{withdrawn}', body: verifyAnswerShape },
      { as: 'superseded', to: '/api/public/credentials/verify/{superseded}', body: verifyAnswerShape },
      { as: 'unknown', to: `/api/public/credentials/verify/${UNKNOWN}`, status: 404 },
      {
        as: 'fetched in advance',
        headers: { 'sec-purpose': 'prefetch' },
        status: 503,
        has: { 'retry-after': /^\d+$/ },
      },
    ],
  },
  '/api/public/credentials/verify/:serial/receipt': {
    GET: [
      { body: receiptAnswerShape, isNew: true },
      {
        as: 'as a PDF',
        to: '/api/public/credentials/verify/{serial}/receipt?format=pdf',
        type: 'application/pdf',
        has: { 'content-disposition': /filename=/ },
        isNew: true,
      },
      { as: 'of none', to: `/api/public/credentials/verify/${UNKNOWN}/receipt`, status: 404 },
    ],
    // None is made.
    HEAD: {},
  },
  '/api/public/watches': {
    POST: [
      { status: 400 },
      {
        as: 'where no mail goes out',
        headers: { 'content-type': 'application/json' },
        send: '{"serials":["{serial}"],"email":"people@employer.example"}',
        status: 503,
      },
    ],
  },
  '/api/public/credentials/verify/batch': {
    POST: [
      { status: 400 },
      {
        as: 'of two serials',
        headers: { 'content-type': 'application/json' },
        send: `{"serials":["{serial}","${UNKNOWN}"]}`,
        body: batchAnswerShape,
        isNew: true,
      },
      {
        as: 'as a document',
        to: '/api/public/credentials/verify/batch?format=pdf',
        headers: { 'content-type': 'application/json' },
        send: '{"serials":["{serial}"],"receipt":true}',
        type: 'application/pdf',
        body: /^%PDF/,
        isNew: true,
      },
    ],
  },
  '/api/public/credentials/verify/pdf': {
    POST: [
      { status: 400 },
      {
        as: 'of a PDF',
        headers: { 'content-type': 'application/pdf' },
        file: 'pdf',
        body: documentAnswerShape,
        isNew: true,
      },
      { as: 'of what is none', headers: { 'content-type': 'application/pdf' }, send: 'x', status: 400 },
      { as: 'of another type', headers: { 'content-type': 'text/plain' }, send: 'x', status: 400 },
    ],
  },
  '/api/public/issuers': {
    GET: [
      { body: issuersAnswerShape },
      { as: 'that are searched for', to: '/api/public/issuers?q=maritime', body: issuersAnswerShape },
    ],
  },
  '/api/public/issuers/:slug': {
    GET: [{ body: issuerAnswerShape }, { as: 'that is none', to: '/api/public/issuers/nobody', status: 404 }],
  },
  '/api/public/openbadges/validate': {
    POST: [
      { status: 400 },
      {
        as: 'of a badge',
        headers: { 'content-type': 'application/json' },
        file: 'badge',
        body: badgeValidationAnswerShape,
      },
      { as: 'of no badge', headers: { 'content-type': 'application/json' }, send: '{}', status: 422 },
      {
        as: 'of a large file',
        headers: { 'content-type': 'image/png', 'content-length': '1100000' },
        send: 'x',
        status: 413,
      },
    ],
  },
  '/api/public/passports/:handle': {
    GET: [{ body: passportAnswerShape }, { as: 'that is none', to: '/api/public/passports/x', status: 404 }],
  },
  '/api/public/receipts/:id': {
    GET: [{ status: 404 }, { as: 'that was made', to: '/api/public/receipts/{receipt}', body: storedReceiptShape }],
  },
  '/api/public/receipts/validate': {
    POST: [
      { status: 400 },
      {
        as: 'of a receipt',
        headers: { 'content-type': 'application/jwt' },
        file: 'receipt',
        body: receiptValidationAnswerShape,
      },
    ],
  },
  '/api/public/status/:list': {
    GET: [
      {
        as: 'signed anew at each change',
        type: 'application/vc',
        cache: 'no-cache',
        has: { vary: 'accept' },
        body: statusListShape,
        isNew: true,
      },
      {
        as: 'as a JWT',
        headers: { accept: 'application/vc+jwt' },
        type: 'application/vc+jwt',
        cache: 'no-cache',
        has: { vary: 'accept' },
        isNew: true,
      },
      { as: 'that is none', to: '/api/public/status/x', status: 404 },
    ],
  },
  '/issuers/:issuer/did.json': { GET: { type: DID, body: didDocumentShape } },
  '/issuers/:issuer/jwks.json': { GET: { type: KEYS, body: jwkSetShape } },
  '/api/public/credentials/verify/:serial/log-proof': {
    GET: [
      { to: '/api/public/credentials/verify/{serial}/log-proof', type: TEXT, body: /^c2sp\.org\/tlog-proof@v1\n/ },
      { as: 'in JSON', to: '/api/public/credentials/verify/{serial}/log-proof?format=json', body: logProofsShape },
    ],
  },
  '/witness/add-checkpoint': { POST: { send: 'x', status: 400, type: TEXT } },
  '/witness/:hash/checkpoint': {
    GET: [{ as: 'of a log that it does not know', to: '/witness/00/checkpoint', status: 404, type: JSON_TYPE }],
  },
  '/log/:path+': {
    GET: [
      { to: '/log/checkpoint', type: TEXT, cache: 'public, max-age=2', body: /^[^\n]+\/log\n\d+\n/ },
      { as: 'of a tile that is none', to: '/log/tile/0/999', status: 404, type: JSON_TYPE },
    ],
  },
}
