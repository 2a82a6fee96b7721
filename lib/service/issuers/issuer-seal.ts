import { type IssuerFacts, issuerRowMac, verifyIssuerRowMac } from '@/lib/crypto/seals/issuer-row-mac'
import { ServiceError } from '@/lib/errors'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

/** The MAC of an issuer's row (decision 28). */
export function issuerMac(facts: IssuerFacts): string {
  return issuerRowMac(keyEncryptionKey(), facts)
}

/** Whether an issuer's row is the one that this service wrote. */
export function isIssuerSealed(issuer: IssuerFacts & { mac: string | null }): boolean {
  return verifyIssuerRowMac(keyEncryptionKey(), issuer, issuer.mac)
}

/**
 * Refuses to work with an issuer whose row was written by somebody else: what it would sign would carry another's name.
 * @throws ServiceError `unavailable` with what the operator does about it
 */
export function requireIssuerSeal(issuer: IssuerFacts & { slug: string; mac: string | null }): void {
  if (isIssuerSealed(issuer)) return
  throw new ServiceError(
    'unavailable',
    `The record of the issuer ${issuer.slug} fails its check, so nothing is signed or changed for it. The operator sees more with: certs doctor`,
  )
}
