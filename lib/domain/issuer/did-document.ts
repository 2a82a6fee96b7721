import { multikeyOf } from '@/lib/crypto/signature/multikey'
import { algorithmOf, type PublicJwk } from '@/lib/crypto/signature/public-key'

/** A public key under its name. */
export interface PublishedKey {
  /** The DID URL of an issuer's key; the thumbprint of one of the service's. */
  keyId: string
  publicJwk: PublicJwk
}

/**
 * A DID document (DID 1.0; did:web) with the keys that credentials may be verified with: Ed25519 as Multikey for Data
 * Integrity, P-256 as JsonWebKey for ES256 (spec part 6). A compromised key is not handed in here.
 * @param did the stored DID, never rebuilt from an address
 */
export function didDocument(did: string, keys: readonly PublishedKey[]): Record<string, unknown> {
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      'https://w3id.org/security/multikey/v1',
      'https://w3id.org/security/jwk/v1',
    ],
    id: did,
    verificationMethod: keys.map((key) => verificationMethod(did, key)),
    assertionMethod: keys.map(({ keyId }) => methodId(did, keyId)),
  }
}

/** A JSON Web Key Set (RFC 7517) of the same keys; each `kid` is what our signatures name the key by. */
export function jwkSet(keys: readonly PublishedKey[]): { keys: Record<string, string>[] } {
  return {
    keys: keys.map(({ keyId, publicJwk }) => ({ ...publicJwk, kid: keyId, alg: algorithmOf(publicJwk), use: 'sig' })),
  }
}

function verificationMethod(did: string, { keyId, publicJwk }: PublishedKey) {
  const method = { id: methodId(did, keyId), controller: did }
  return publicJwk.kty === 'OKP'
    ? { ...method, type: 'Multikey', publicKeyMultibase: multikeyOf(publicJwk) }
    : { ...method, type: 'JsonWebKey', publicKeyJwk: publicJwk }
}

function methodId(did: string, keyId: string): string {
  return keyId.startsWith('did:') ? keyId : `${did}#${keyId}`
}
