import type { PublicJwk } from '@/lib/crypto/signature/public-key'
import type { KeySource } from './key-source'
import { isVouched, vouch } from './vouched-row'

/** The columns of a row of the service's own keys that its MAC protects. */
interface ServiceKeyFacts {
  id: string
  publicJwk: PublicJwk
  state: string
}

const LABEL = 'certificate-verification/service-key-row-mac/v1'

/**
 * Authenticates a row of the service's keys: a signature of the root key. Stops who can write to
 * the database, but does not know the key encryption key, from adding a service key or bringing one back into use.
 * @param keyEncryptionKey 32 bytes; the root key is derived from it
 * @returns 86 characters of base64url
 */
export function serviceKeyMac(keyEncryptionKey: Buffer, row: ServiceKeyFacts): string {
  return vouch(keyEncryptionKey, LABEL, valueOf(row))
}

/** Checks that a row is the one that `serviceKeyMac` was computed for. */
export function verifyServiceKeyMac(source: KeySource, row: ServiceKeyFacts, expectedMac: string): boolean {
  return isVouched(source, LABEL, valueOf(row), expectedMac)
}

function valueOf({ id, publicJwk, state }: ServiceKeyFacts): ServiceKeyFacts {
  return { id, publicJwk, state }
}
