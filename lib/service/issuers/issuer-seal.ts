import { issuerMacShape } from '@/lib/contract/signer'
import { type IssuerFacts, issuerRowMac } from '@/lib/crypto/seals/issuer-row-mac'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { findIssuerById, type SealedIssuer } from '@/lib/store/issuers/issuers'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import type { Querying } from '@/lib/store/keys/sealed-rows'
import { askSigner } from '@/lib/store/signer/signer-client'

/**
 * The MAC of an issuer's row (decision 28).
 * @throws ServiceError `unavailable` in a process that leaves its keys to the signer
 */
export function issuerMac(facts: IssuerFacts): string {
  return issuerRowMac(requireKeyEncryptionKey(), facts)
}

/**
 * The MAC of an issuer's row with another assurance. A process without the key asks the signer, which lets a domain that DNS
 * verified lapse, and come back, and nothing else.
 * @param issuer as its row is now
 */
export async function assuranceMac(issuer: IssuerFacts, assurance: 'verified' | 'lapsed'): Promise<string> {
  if (env().SIGNER === 'local') return issuerMac({ ...issuer, assurance })
  return askSigner({ ask: 'vouch-assurance', issuerId: issuer.id, assurance }, issuerMacShape)
}

/** What an issuer is called where its people read it: its name, or its id where the row was written by somebody else. */
export function shownName(issuer: IssuerFacts & { mac: string | null }): string {
  return isIssuerSealed(issuer) ? issuer.name : issuer.id
}

/**
 * An issuer in whose name strangers are written to.
 * @throws ServiceError `not_found`; as `requireIssuerSeal`
 */
export async function findSealedIssuer(db: Querying, issuerId: string): Promise<SealedIssuer> {
  const issuer = await findIssuerById(db, issuerId)
  if (!issuer) throw new ServiceError('not_found', 'There is no such issuer.')
  requireIssuerSeal(issuer)
  return issuer
}

/**
 * Refuses to work with an issuer whose row was written by somebody else: what it would sign would carry another's name.
 * @throws ServiceError `unavailable` with what the operator does about it
 */
export function requireIssuerSeal(issuer: IssuerFacts & { slug: string; mac: string | null }): void {
  if (!isIssuerSealed(issuer)) throw brokenRecord(issuer.slug)
}

/** That an issuer's row, or its history, fails its check. */
export function brokenRecord(slug: string): ServiceError {
  return new ServiceError(
    'unavailable',
    `The record of the issuer ${slug} fails its check, so nothing is signed or changed for it. The operator sees more with: certs doctor`,
  )
}
