import { createPublicKey, ECDH, verify, type KeyObject, type VerifyKeyObjectInput } from 'node:crypto'
import { decodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { decodeBase64url, encodeBase64url } from '@/lib/crypto/encoding/base64url'

/** The kinds of key that signatures of others are verified with. */
export type KeyKind = 'Ed25519' | 'P-256' | 'P-384' | 'RSA'

/** A public key of somebody else, of a kind that is supported. */
export interface VerificationKey {
  kind: KeyKind
  publicKey: KeyObject
}

/** `unsupported`: well-formed, as far as it is looked at, but of a kind that is not verified with here. */
export type ReadKey = VerificationKey | 'unsupported' | 'malformed'

/** Bytes of a signature, `r || s` for the curves of NIST; RSA's depends on the key. */
const SIGNATURE_BYTES: Partial<Record<KeyKind, number>> = { Ed25519: 64, 'P-256': 64, 'P-384': 96 }
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']
/** RSA keys that RFC 7518 section 3.3 allows, and no longer than what a verification may cost. */
const RSA_BITS = { least: 2048, most: 8192 }

/** Multicodec prefixes as varints: of the keys that are supported, with the length of each key. */
const CODECS = [
  { prefix: [0xed, 0x01], kind: 'Ed25519', length: 32 },
  { prefix: [0x80, 0x24], kind: 'P-256', length: 33 },
  { prefix: [0x81, 0x24], kind: 'P-384', length: 49 },
] as const

/** Whether a JWK (RFC 7517) holds private or symmetric key material. */
export function isPrivateJwk(jwk: object): boolean {
  return PRIVATE_MEMBERS.some((member) => Object.hasOwn(jwk, member))
}

/**
 * Reads a public key in Multikey form (Controlled Identifiers 1.0 section 2.2.2): `z6Mk…`, `zDn…`, `z82…`.
 * @param multibase base58btc with its prefix `z`; no other base is allowed there
 */
export function readMultikey(multibase: string): ReadKey {
  const bytes = multibase.startsWith('z') ? decodeBase58btc(multibase.slice(1)) : null
  if (bytes === null || bytes.length < 3) return 'malformed'
  const codec = CODECS.find(({ prefix }) => prefix.every((byte, index) => bytes[index] === byte))
  if (!codec) return 'unsupported'
  return readRawKey(codec.kind, bytes.subarray(2))
}

/**
 * Reads a public key as its bytes: 32 of Ed25519 (RFC 8032), a compressed point of P-256 or P-384 (SEC 1 section 2.3).
 */
export function readRawKey(kind: Exclude<KeyKind, 'RSA'>, bytes: Buffer): VerificationKey | 'malformed' {
  if (bytes.length !== CODECS.find((codec) => codec.kind === kind)?.length) return 'malformed'
  if (kind === 'Ed25519') return keyFrom({ kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(bytes) }, kind)
  try {
    const curve = kind === 'P-256' ? 'prime256v1' : 'secp384r1'
    const point = Buffer.from(ECDH.convertKey(bytes, curve, undefined, undefined, 'uncompressed') as Buffer)
    const half = (point.length - 1) / 2
    const [x, y] = [point.subarray(1, 1 + half), point.subarray(1 + half)]
    return keyFrom({ kty: 'EC', crv: kind, x: encodeBase64url(x), y: encodeBase64url(y) }, kind)
  } catch {
    return 'malformed'
  }
}

/**
 * Reads a public JWK (RFC 7517): Ed25519, P-256, P-384, or RSA of at least 2048 bits. One that holds a private key is
 * malformed: whoever published it does not alone hold it any more.
 */
export function readJwk(jwk: unknown): ReadKey {
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk) || isPrivateJwk(jwk)) return 'malformed'
  const { kty, crv, x, y, n, e } = jwk as Record<string, unknown>
  if (kty === 'RSA') return readRsa(n, e)
  if (kty === 'OKP' && crv === 'Ed25519') return isField(x) ? keyFrom({ kty, crv, x }, crv) : 'malformed'
  if (kty === 'EC' && (crv === 'P-256' || crv === 'P-384')) {
    return isField(x) && isField(y) ? keyFrom({ kty, crv, x, y }, crv) : 'malformed'
  }
  return typeof kty === 'string' ? 'unsupported' : 'malformed'
}

function readRsa(n: unknown, e: unknown): ReadKey {
  if (!isField(n) || !isField(e) || e.length > 8) return 'malformed'
  const bits = (decodeBase64url(n)?.length ?? 0) * 8
  if (bits > RSA_BITS.most) return 'unsupported'
  const key = keyFrom({ kty: 'RSA', n, e }, 'RSA')
  if (key === 'malformed') return key
  return (key.publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS.least ? 'unsupported' : key
}

function isField(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && decodeBase64url(value) !== null
}

function keyFrom(key: Record<string, string>, kind: KeyKind): VerificationKey | 'malformed' {
  try {
    return { kind, publicKey: createPublicKey({ key, format: 'jwk' }) }
  } catch {
    return 'malformed'
  }
}

/**
 * Checks a signature with the one algorithm that goes with the kind of key: Ed25519 (RFC 8032), ECDSA with SHA-256 or
 * SHA-384 as `r || s`, RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 section 3.3).
 */
export function verifyWithKey(key: VerificationKey, bytes: Uint8Array, signature: Uint8Array): boolean {
  return isRightLength(key, signature) && verify(hashOf(key), bytes, keyInput(key), signature)
}

/**
 * As `verifyWithKey`, in a thread of Node.js's pool: for signatures of which a document may hold thousands, so that the
 * event loop serves others meanwhile.
 */
export function verifyInPool(key: VerificationKey, bytes: Uint8Array, signature: Uint8Array): Promise<boolean> {
  if (!isRightLength(key, signature)) return Promise.resolve(false)
  return new Promise((resolve, reject) => {
    verify(hashOf(key), bytes, keyInput(key), signature, (error, holds) => (error ? reject(error) : resolve(holds)))
  })
}

function isRightLength({ kind }: VerificationKey, signature: Uint8Array): boolean {
  const length = SIGNATURE_BYTES[kind]
  return length === undefined || signature.length === length
}

function hashOf({ kind }: VerificationKey): 'sha256' | 'sha384' | null {
  return kind === 'Ed25519' ? null : digestOf(kind)
}

function keyInput({ publicKey }: VerificationKey): VerifyKeyObjectInput {
  return { key: publicKey, dsaEncoding: 'ieee-p1363' }
}

/** The hash that goes with a curve. */
export function digestOf(kind: KeyKind): 'sha256' | 'sha384' {
  return kind === 'P-384' ? 'sha384' : 'sha256'
}
