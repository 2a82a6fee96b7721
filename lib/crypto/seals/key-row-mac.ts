import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import type { PublicJwk } from '@/lib/crypto/signature/public-key'
import { keyedMac, verifyKeyedMac } from './keyed-mac'

/** The columns of a row of the service's own keys that its MAC protects. */
interface ServiceKeyFacts {
  id: string
  publicJwk: PublicJwk
  state: string
}

const LABEL = 'certificate-verification/service-key-row-mac/v1'

/**
 * Authenticates a row of the service's keys: HMAC-SHA-256 (RFC 2104) over its canonical JSON. Stops who can write to
 * the database, but does not know the key encryption key, from adding a service key or bringing one back into use.
 * @param keyEncryptionKey 32 bytes; the MAC key is derived from it
 * @returns 43 characters of base64url
 */
export function serviceKeyMac(keyEncryptionKey: Buffer, row: ServiceKeyFacts): string {
  return encodeBase64url(keyedMac(keyEncryptionKey, LABEL, valueOf(row)))
}

/** Checks, in constant time, that a row is the one that `serviceKeyMac` was computed for. */
export function verifyServiceKeyMac(keyEncryptionKey: Buffer, row: ServiceKeyFacts, expectedMac: string): boolean {
  return verifyKeyedMac(keyEncryptionKey, LABEL, valueOf(row), expectedMac)
}

function valueOf({ id, publicJwk, state }: ServiceKeyFacts): ServiceKeyFacts {
  return { id, publicJwk, state }
}
