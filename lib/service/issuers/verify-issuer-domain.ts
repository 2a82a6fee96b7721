import { cleanText } from '@/lib/domain/text/clean-text'
import { ServiceError } from '@/lib/errors'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import { insertDomainCheck } from '@/lib/store/issuers/domain-checks'
import { setAssurance } from '@/lib/store/issuers/issuer-assurance'
import { holdIssuer, type SealedIssuer, type StoredIssuer } from '@/lib/store/issuers/issuers'
import { askForRecord, domainRecord } from './domain-record'
import { getIssuer } from './get-issuer'
import { assuranceMac, issuerMac, requireIssuerSeal } from './issuer-seal'

/**
 * Verifies an issuer's domain by its TXT record, or lets the operator vouch for it (spec part 11).
 * Certificates carry the domain from then on.
 * @param attestation how the operator saw that the domain is the issuer's, or null to ask DNS; kept for the operator alone
 * @throws ServiceError `not_found`; `malformed` when the record is not there, with what to publish; `unavailable` when
 *   no name server answered, or the issuer's row fails its check
 */
export async function verifyIssuerDomain(slug: string, attestation: string | null): Promise<StoredIssuer> {
  const issuer = await getIssuer(slug)
  if (attestation !== null) return attest(issuer, attestation)
  const result = await askForRecord(issuer)
  if (result === 'unanswered')
    throw new ServiceError('unavailable', 'No name server answered, so the domain could not be checked.')
  if (result === 'absent') {
    const { name, value } = domainRecord(issuer)
    throw new ServiceError(
      'malformed',
      `No TXT record was found. Publish this one and try again: ${name} TXT "${value}"`,
    )
  }
  return transaction((tx) => recordSeen(tx, issuer, 'operator'))
}

async function attest(issuer: StoredIssuer, attestation: string): Promise<StoredIssuer> {
  const note = cleanText(attestation, { field: 'The attestation', maxLength: 1000, required: true })
  if (!note.ok) throw new ServiceError('malformed', note.reason)
  return transaction(async (tx) => {
    const held = await holdSameDomain(tx, issuer)
    const next = { ...held, assurance: 'attested' as const }
    await setAssurance(tx, held.id, { assurance: 'attested', note: note.text, mac: issuerMac(next) })
    await noteChange(tx, held, 'issuer.domain_attested', 'operator')
    return next
  })
}

/**
 * Records that an issuer's record was seen; a domain that was not verified by DNS is from now on.
 * @param actor who asked
 * @throws ServiceError as `verifyIssuerDomain`
 */
export async function recordSeen(tx: Transaction, issuer: StoredIssuer, actor: string): Promise<StoredIssuer> {
  const held = await holdSameDomain(tx, issuer)
  await insertDomainCheck(tx, { issuerId: held.id, domain: held.domain, result: 'seen' })
  if (held.assurance === 'verified') return held
  const next = { ...held, assurance: 'verified' as const }
  await setAssurance(tx, held.id, { assurance: 'verified', note: null, mac: await assuranceMac(held, 'verified') })
  await noteChange(tx, held, 'issuer.domain_verified', actor)
  return next
}

/** Holds the issuer, which must still have the domain that was looked at, in a row of our own writing. */
export async function holdSameDomain(tx: Transaction, issuer: StoredIssuer): Promise<SealedIssuer> {
  const held = await holdIssuer(tx, issuer.id, 'update')
  if (held?.domain !== issuer.domain) throw new ServiceError('unavailable', 'The issuer was changed meanwhile.')
  requireIssuerSeal(held)
  return held
}

/** Writes a change of the assurance to the issuer's log. */
export async function noteChange(
  tx: Transaction,
  issuer: StoredIssuer,
  action: 'issuer.domain_verified' | 'issuer.domain_attested' | 'issuer.domain_lapsed',
  actor: string,
): Promise<void> {
  await insertActivity({ issuerId: issuer.id, actor, action, subject: issuer.domain }, tx)
}
