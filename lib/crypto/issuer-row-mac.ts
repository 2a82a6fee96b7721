import { createHmac, timingSafeEqual } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from './base64url'
import { canonicalJson } from './canonical-json'
import { derivedKey } from './derived-key'

/** What is protected of an issuer's row. */
export interface IssuerFacts {
  id: string
  name: string
  domain: string
  assurance: string
  did: string
}

const MAC_KEY_LABEL = 'certificate-verification/issuer-row-mac/v1'

/**
 * Authenticates an issuer's row: HMAC-SHA-256 (RFC 2104) over its canonical JSON. Stops who can write to the database,
 * but does not know the key encryption key, from giving an issuer another's name or a domain that nobody verified.
 * @param keyEncryptionKey 32 bytes; the MAC key is derived from it
 * @returns 43 characters of base64url
 */
export function issuerRowMac(keyEncryptionKey: Buffer, facts: IssuerFacts): string {
  return encodeBase64url(mac(keyEncryptionKey, facts))
}

/**
 * Checks, in constant time, that a row is the one that `issuerRowMac` was computed for.
 * @param expectedMac null where the row has none: then it is not
 */
export function verifyIssuerRowMac(keyEncryptionKey: Buffer, facts: IssuerFacts, expectedMac: string | null): boolean {
  const expected = expectedMac === null ? null : decodeBase64url(expectedMac)
  const actual = mac(keyEncryptionKey, facts)
  return expected !== null && expected.length === actual.length && timingSafeEqual(expected, actual)
}

function mac(keyEncryptionKey: Buffer, { id, name, domain, assurance, did }: IssuerFacts): Buffer {
  return createHmac('sha256', derivedKey(keyEncryptionKey, MAC_KEY_LABEL))
    .update(canonicalJson({ id, name, domain, assurance, did }))
    .digest()
}
