import type { JsonLdDocument } from '@/lib/crypto/signature/data-integrity'
import { METHODS, signJsonLd, signJwt, TEST_DID, testBadge, testDidDocument } from './signed-badge'

type Json = Record<string, unknown>

/** Who endorses in the tests, unless they say otherwise. */
export const ENDORSER = endorser('accrediter.example')

/** Somebody who endorses: the DID, and where its document lies. Its keys are those of the issuer that the tests play. */
export function endorser(host: string) {
  const did = `did:web:${host}`
  const document = JSON.parse(JSON.stringify(testDidDocument()).replaceAll(TEST_DID, did)) as Json
  return {
    did,
    method: METHODS.ed25519.replace(TEST_DID, did),
    jwtMethod: METHODS.p256.replace(TEST_DID, did),
    documents: { [`https://${host}/.well-known/did.json`]: document },
  }
}

/** An endorsement of the test badge, not signed. */
export function testEndorsement(changes: Json = {}): JsonLdDocument {
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
    ],
    id: 'urn:uuid:d1c2b3a4-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
    type: ['VerifiableCredential', 'EndorsementCredential'],
    issuer: { id: ENDORSER.did, type: ['Profile'], name: 'Accrediting Council' },
    validFrom: '2024-02-01T00:00:00Z',
    name: 'Endorsement',
    credentialSubject: { id: testBadge().id, type: ['EndorsementSubject'], endorsementComment: 'Well made.' },
    ...changes,
  }
}

/** An endorsement with its proof. */
export function signEndorsement(changes: Json = {}, method: string = ENDORSER.method): Promise<Json> {
  return signJsonLd(testEndorsement(changes), method)
}

/** An endorsement as a compact JWS. */
export function signEndorsementJwt(changes: Json = {}, header: Json = {}): string {
  return signJwt(testEndorsement(changes), { kid: ENDORSER.jwtMethod, ...header })
}
