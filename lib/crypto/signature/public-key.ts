import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256 } from '@/lib/crypto/encoding/sha256'

/** The two signature algorithms of the service, by their JOSE names (RFC 7518 section 3.4, RFC 8037). */
export type SignatureAlgorithm = 'ES256' | 'EdDSA'

/** A public key as a JSON Web Key (RFC 7517): P-256 for ES256, or Ed25519 for EdDSA (RFC 8037). */
export type PublicJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string } | { kty: 'OKP'; crv: 'Ed25519'; x: string }

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/**
 * Reads a public JWK strictly and keeps only the members that make up the key.
 * @param jwk parsed JSON; further public members such as `kid`, `alg` and `use` are left out of the result
 * @throws TypeError when it is another kind of key, a coordinate is not 32 bytes of exact base64url, or it has a
 *   private member: a private key handed over by mistake must never be stored or published as a public one
 */
export function parsePublicJwk(jwk: unknown): PublicJwk {
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) throw new TypeError('a JWK is a JSON object')
  if (PRIVATE_MEMBERS.some((member) => Object.hasOwn(jwk, member))) throw new TypeError('a private JWK is refused')
  const members = new Map<string, unknown>(Object.entries(jwk))
  if (members.get('kty') === 'EC' && members.get('crv') === 'P-256') {
    return { kty: 'EC', crv: 'P-256', x: coordinate(members.get('x')), y: coordinate(members.get('y')) }
  }
  if (members.get('kty') === 'OKP' && members.get('crv') === 'Ed25519') {
    return { kty: 'OKP', crv: 'Ed25519', x: coordinate(members.get('x')) }
  }
  throw new TypeError('the JWK is neither a P-256 nor an Ed25519 key')
}

function coordinate(value: unknown): string {
  if (typeof value !== 'string' || decodeBase64url(value)?.length !== 32) {
    throw new TypeError('a coordinate of the JWK is not 32 bytes of base64url')
  }
  return value
}

/**
 * Builds the key object of a public JWK. Costs some tens of microseconds: keep the result.
 * @throws TypeError as `parsePublicJwk`, or when the point is not on the curve
 */
export function publicKeyFrom(jwk: unknown): KeyObject {
  const key = parsePublicJwk(jwk)
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch (cause) {
    throw new TypeError('the JWK is not a valid public key', { cause })
  }
}

/**
 * The JWK of a public or private P-256 or Ed25519 key object, public members only.
 * @throws TypeError for any other kind of key
 */
export function publicJwkOf(key: KeyObject): PublicJwk {
  return parsePublicJwk((key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' }))
}

/** The algorithm that a key signs with: ES256 for P-256, EdDSA for Ed25519. */
export function algorithmOf(jwk: PublicJwk): SignatureAlgorithm {
  return jwk.kty === 'EC' ? 'ES256' : 'EdDSA'
}

/**
 * The JWK thumbprint (RFC 7638): SHA-256 over the required members in their canonical form.
 * @returns 43 characters of base64url
 * @throws TypeError as `parsePublicJwk`
 */
export function jwkThumbprint(jwk: PublicJwk): string {
  return encodeBase64url(sha256(canonicalJson(parsePublicJwk(jwk))))
}

/** Makes a new key pair: P-256 for ES256, Ed25519 for EdDSA. */
export function generateKeyPair(algorithm: SignatureAlgorithm): { publicJwk: PublicJwk; privateKey: KeyObject } {
  const { privateKey } =
    algorithm === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  return { publicJwk: publicJwkOf(privateKey), privateKey }
}

/**
 * Checks one signature. The algorithm must be the key's own, so that a token cannot choose how it is checked.
 * @param signature raw 64 bytes: `r || s` for ES256 (RFC 7518 section 3.4), RFC 8032 for EdDSA
 * @returns false for every signature that does not hold, including one of another length or for another kind of key
 */
export function verifySignature(
  publicKey: KeyObject,
  algorithm: SignatureAlgorithm,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicKey.type !== 'public' || signature.length !== 64 || keyAlgorithm(publicKey) !== algorithm) return false
  if (algorithm === 'ES256') return verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
  return verify(null, bytes, publicKey, signature)
}

/** The algorithm that a key object belongs to, or null when it is neither P-256 nor Ed25519. */
export function keyAlgorithm(key: KeyObject): SignatureAlgorithm | null {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA'
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : null
}
