import type { KeySource } from './key-source'
import { verifyKeyedMac } from './keyed-mac'
import { isVouched, vouch } from './vouched-row'

/** The columns of an issuer's row that its MAC protects. */
export interface IssuerFacts {
  id: string
  name: string
  domain: string
  assurance: string
  did: string
}

const LABEL = 'certificate-verification/issuer-row/v2'
/** Of HMACs, whose key every process held that answered anyone. */
const EARLIER_LABEL = 'certificate-verification/issuer-row-mac/v1'

/**
 * Authenticates an issuer's row: a signature of the root key. Stops who can write to the database, and every process
 * without the key encryption key, from giving an issuer another's name or a domain that nobody verified.
 * @param keyEncryptionKey 32 bytes; the root key is derived from it
 * @returns 86 characters of base64url
 */
export function issuerRowMac(keyEncryptionKey: Buffer, facts: IssuerFacts): string {
  return vouch(keyEncryptionKey, LABEL, valueOf(facts))
}

/**
 * Checks that a row is the one that `issuerRowMac` was computed for.
 * @param expectedMac null where the row has none: then it is not
 */
export function verifyIssuerRowMac(source: KeySource, facts: IssuerFacts, expectedMac: string | null): boolean {
  return isVouched(source, LABEL, valueOf(facts), expectedMac)
}

/** Whether this is the MAC that a row had before the root key signed it: for the migration that replaces it. */
export function verifyEarlierIssuerRowMac(keyEncryptionKey: Buffer, facts: IssuerFacts, mac: string | null): boolean {
  return verifyKeyedMac(keyEncryptionKey, EARLIER_LABEL, valueOf(facts), mac)
}

function valueOf({ id, name, domain, assurance, did }: IssuerFacts): IssuerFacts {
  return { id, name, domain, assurance, did }
}
