import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { boundedCanonizer } from '@/lib/crypto/json-ld/bounded-canonizer'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import type { JsonLdCanonizer } from '@/lib/crypto/json-ld/json-ld-canonizer'
import { addDataIntegrityProof, type JsonLdDocument } from '@/lib/crypto/signature/data-integrity'
import { multikeyOf } from '@/lib/crypto/signature/multikey'
import { generateKeyPair } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'

const canonize = boundedCanonizer(BADGE_CONTEXTS, { maxQuads: 4000, maxBlankNodes: 1000 })

/** The DID, and its document's address, of an issuer that the tests play. */
export const TEST_DID = 'did:web:issuer.example'
export const TEST_DID_ADDRESS = 'https://issuer.example/.well-known/did.json'

const ed25519 = generateKeyPair('EdDSA')
const multikey = multikeyOf(ed25519.publicJwk)
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })

/** Names of the methods in the document. */
export const METHODS = {
  ed25519: `${TEST_DID}#${multikey}`,
  rsa: `${TEST_DID}#rsa`,
  p256: `${TEST_DID}#p256`,
  p384: `${TEST_DID}#p384`,
}
/** An issuer that is its own key. */
export const KEY_DID = `did:key:${multikey}`
export const KEY_DID_METHOD = `${KEY_DID}#${multikey}`
export const JWK_DID = `did:jwk:${encodeBase64url(JSON.stringify(p256.publicKey.export({ format: 'jwk' })))}`

/** The issuer's document, with changes. */
export function testDidDocument(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const jwk = (id: string, key: KeyObject) => {
    return { id, type: 'JsonWebKey', controller: TEST_DID, publicKeyJwk: key.export({ format: 'jwk' }) }
  }
  return {
    id: TEST_DID,
    verificationMethod: [
      { id: METHODS.ed25519, type: 'Multikey', controller: TEST_DID, publicKeyMultibase: multikey },
      jwk(METHODS.rsa, rsa.publicKey),
      jwk(METHODS.p256, p256.publicKey),
      jwk(METHODS.p384, p384.publicKey),
    ],
    assertionMethod: Object.values(METHODS),
    ...changes,
  }
}

/** A whole badge, not signed. */
export function testBadge(changes: Record<string, unknown> = {}): JsonLdDocument {
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
    ],
    id: 'urn:uuid:7a0f3f5e-3c07-4b4a-9d0e-3a4a1f0c2b11',
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: TEST_DID, type: ['Profile'], name: 'Test College' },
    validFrom: '2024-01-01T00:00:00Z',
    name: 'Teamwork',
    credentialSubject: {
      id: 'urn:uuid:0f0c5d6e-9f7b-4a60-8d2b-1f64f0f7c1aa',
      type: ['AchievementSubject'],
      achievement: {
        id: 'urn:uuid:35258e6f-4c05-4215-8ada-38a5a5b80510',
        type: ['Achievement'],
        name: 'Teamwork',
        description: 'Works with others.',
        criteria: { narrative: 'Seen by peers.' },
      },
    },
    ...changes,
  } as JsonLdDocument
}

/** Signs any JSON-LD with the issuer's Ed25519 key, eddsa-rdfc-2022. */
export function signJsonLd(
  document: JsonLdDocument,
  verificationMethod: string = METHODS.ed25519,
  canonizer: JsonLdCanonizer = canonize,
): Promise<Record<string, unknown>> {
  const signer = localSigner(verificationMethod, ed25519.privateKey)
  return addDataIntegrityProof(document, { signer, verificationMethod, created: '2024-01-01T00:00:00Z' }, canonizer)
}

export type TestAlgorithm = 'ES256' | 'ES384' | 'EdDSA' | 'RS256'

/** Signs a payload as a compact JWS with the issuer's key for the algorithm. */
export function signJwt(
  payload: Record<string, unknown>,
  header: Record<string, unknown> = {},
  algorithm: TestAlgorithm = 'ES256',
): string {
  const kid = { ES256: METHODS.p256, ES384: METHODS.p384, EdDSA: METHODS.ed25519, RS256: METHODS.rsa }[algorithm]
  const input = [{ alg: algorithm, typ: 'JWT', kid, ...header }, payload]
    .map((part) => encodeBase64url(JSON.stringify(part)))
    .join('.')
  return `${input}.${encodeBase64url(signatureOf(Buffer.from(input), algorithm))}`
}

function signatureOf(bytes: Buffer, algorithm: TestAlgorithm): Buffer {
  const dsaEncoding = 'ieee-p1363' as const
  switch (algorithm) {
    case 'EdDSA':
      return sign(null, bytes, ed25519.privateKey)
    case 'RS256':
      return sign('sha256', bytes, rsa.privateKey)
    case 'ES256':
      return sign('sha256', bytes, { key: p256.privateKey, dsaEncoding })
    case 'ES384':
      return sign('sha384', bytes, { key: p384.privateKey, dsaEncoding })
  }
}
