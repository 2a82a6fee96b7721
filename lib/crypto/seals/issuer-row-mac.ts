import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import type { KeySource } from './key-source'
import { keyedMac, verifyKeyedMac } from './keyed-mac'

/** The columns of an issuer's row that its MAC protects. */
export interface IssuerFacts {
  id: string
  name: string
  domain: string
  assurance: string
  did: string
}

const LABEL = 'certificate-verification/issuer-row-mac/v1'

/**
 * Authenticates an issuer's row: HMAC-SHA-256 (RFC 2104) over its canonical JSON. Stops who can write to the database,
 * but does not know the key encryption key, from giving an issuer another's name or a domain that nobody verified.
 * @param keyEncryptionKey 32 bytes; the MAC key is derived from it
 * @returns 43 characters of base64url
 */
export function issuerRowMac(keyEncryptionKey: KeySource, facts: IssuerFacts): string {
  return encodeBase64url(keyedMac(keyEncryptionKey, LABEL, valueOf(facts)))
}

/**
 * Checks, in constant time, that a row is the one that `issuerRowMac` was computed for.
 * @param expectedMac null where the row has none: then it is not
 */
export function verifyIssuerRowMac(
  keyEncryptionKey: KeySource,
  facts: IssuerFacts,
  expectedMac: string | null,
): boolean {
  return verifyKeyedMac(keyEncryptionKey, LABEL, valueOf(facts), expectedMac)
}

function valueOf({ id, name, domain, assurance, did }: IssuerFacts): IssuerFacts {
  return { id, name, domain, assurance, did }
}
