import { encodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { decodeBase64url } from '@/lib/crypto/encoding/base64url'
import { parsePublicJwk, type PublicJwk } from './public-key'

/** The multicodec prefix of an Ed25519 public key (0xed as a varint). */
const ED25519_PREFIX = Buffer.from([0xed, 0x01])

/**
 * An Ed25519 public key as Multikey (Controlled Identifiers 1.0 section 2.2.2): `z6Mk…`.
 * @throws TypeError when the key is not an Ed25519 key
 */
export function multikeyOf(publicJwk: PublicJwk): string {
  const jwk = parsePublicJwk(publicJwk)
  const key = jwk.kty === 'OKP' ? decodeBase64url(jwk.x) : null
  if (key === null) throw new TypeError('only an Ed25519 key is written as Multikey here')
  return `z${encodeBase58btc(Buffer.concat([ED25519_PREFIX, key]))}`
}
