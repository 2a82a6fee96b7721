import { sign as signSync, type KeyObject } from 'node:crypto'
import { keyAlgorithm, type SignatureAlgorithm } from './public-key'

/** What a Data Integrity proof says besides its signature, the members in the order in which they are written. */
export interface ProofOptions {
  type: 'DataIntegrityProof'
  cryptosuite: 'eddsa-rdfc-2022'
  created: string
  verificationMethod: string
  proofPurpose: 'assertionMethod'
}

/**
 * The one way to use a private key: everything that signs takes a Signer, so that a key service can stand behind it.
 */
export interface Signer {
  /** What the signature names its key by: a `kid`, or the id of a verification method. */
  readonly keyId: string
  readonly algorithm: SignatureAlgorithm
  /** Signs the bytes and returns the raw 64 byte signature (`r || s` for ES256). Rejects when the key is out of reach. */
  sign(bytes: Uint8Array): Promise<Buffer>
  /**
   * Signs a document with the options of its Data Integrity proof, where the key is held by somebody who looks at what is
   * signed: the hashes alone would say nothing.
   */
  prove?(document: { '@context': unknown } & Record<string, unknown>, proof: ProofOptions): Promise<Buffer>
}

/**
 * A Signer over a private key held in this process: ES256 for P-256 (RFC 7518 section 3.4), EdDSA for Ed25519.
 * @throws TypeError when the key is not a private key of one of these two kinds
 */
export function localSigner(keyId: string, privateKey: KeyObject): Signer {
  const algorithm = privateKey.type === 'private' ? keyAlgorithm(privateKey) : null
  if (algorithm === null) throw new TypeError('a signer needs a private P-256 or Ed25519 key')
  const sign =
    algorithm === 'ES256'
      ? (bytes: Uint8Array) => signSync('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      : (bytes: Uint8Array) => signSync(null, bytes, privateKey)
  return { keyId, algorithm, sign: async (bytes) => sign(bytes) }
}
