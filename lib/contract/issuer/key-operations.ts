import type { Operation } from '@/lib/contract/openapi/operation'
import { issuerParams } from './issuer-params'
import { didDocumentShape, jwkSetShape } from './key-documents'

const ISSUER = { issuer: '5f0c1c0e-31ab-4dc5-9d58-5a4d1f8f2a77' }
const UNTOLD = 'The keys cannot be told just now. This says nothing about what they signed.'
const DID_DOCUMENT = { 'application/did+json': didDocumentShape }
const KEY_SET = { 'application/jwk-set+json': jwkSetShape }

/** The documents that others verify our signatures with. Reachable from anywhere. */
export const KEY_OPERATIONS: readonly Operation[] = [
  {
    id: 'getServiceDid',
    method: 'get',
    path: '/.well-known/did.json',
    tag: 'Keys',
    summary: 'DID document of the service',
    description: 'The keys with which receipts, manifests and histories verify, as a DID document (did:web).',
    group: 'keys',
    answers: { 200: { description: 'The document.', bodies: DID_DOCUMENT } },
    refusals: { 503: UNTOLD },
  },
  {
    id: 'getServiceKeys',
    method: 'get',
    path: '/.well-known/jwks.json',
    tag: 'Keys',
    summary: 'Key set of the service',
    description: 'The same keys as a JSON Web Key Set. Retired keys stay in it, compromised ones do not.',
    group: 'keys',
    answers: { 200: { description: 'The key set.', bodies: KEY_SET } },
    refusals: { 503: UNTOLD },
  },
  {
    id: 'getIssuerDid',
    method: 'get',
    path: '/issuers/{issuer}/did.json',
    tag: 'Keys',
    summary: 'DID document of an issuer',
    description:
      'The keys with which an issuer’s credentials and status lists verify, as a DID document (did:web): Ed25519 for Data ' +
      'Integrity, P-256 for ES256. Retired keys stay in it; a compromised one is gone with the next request.',
    group: 'keys',
    params: issuerParams,
    exampleParams: ISSUER,
    answers: { 200: { description: 'The document.', bodies: DID_DOCUMENT } },
    refusals: { 404: 'No issuer has this identifier.', 503: UNTOLD },
  },
  {
    id: 'getIssuerKeys',
    method: 'get',
    path: '/issuers/{issuer}/jwks.json',
    tag: 'Keys',
    summary: 'Key set of an issuer',
    description: 'The same keys as a JSON Web Key Set.',
    group: 'keys',
    params: issuerParams,
    exampleParams: ISSUER,
    answers: { 200: { description: 'The key set.', bodies: KEY_SET } },
    refusals: { 404: 'No issuer has this identifier.', 503: UNTOLD },
  },
  {
    id: 'getSecurityContact',
    method: 'get',
    path: '/.well-known/security.txt',
    tag: 'Keys',
    summary: 'Whom to tell of a weakness',
    description: 'The file that RFC 9116 asks for.',
    group: 'keys',
    answers: { 200: { description: 'The file.', bodies: { 'text/plain': 'text' } } },
  },
]
