import type { DomainAssurance } from '@/lib/domain/history/evidence'
import type { DomainCheckResult } from '@/lib/domain/issuer/domain-check'
import { domainRecord } from '@/lib/service/issuers/domain-record'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { readLastDomainCheck } from '@/lib/store/issuers/domain-checks'
import { isIssuerSealed } from '@/lib/store/issuers/is-issuer-sealed'
import { authorize } from './authorize'
import type { DeskMember } from './desk-person'

/** The member's organization as this service knows it. */
interface OwnOrganization {
  name: string
  slug: string
  domain: string
  assurance: DomainAssurance
  suspended: boolean
  did: string
  /** False where the record fails its check: then nothing is issued until the operator put it right. */
  recordHolds: boolean
  /** What to publish in DNS, and what the last asking came to. */
  record: { name: string; value: string }
  last: { at: Date; result: DomainCheckResult } | null
  seenAt: Date | null
}

/**
 * The member's own organization, with the DNS record by which its domain is verified.
 * @throws as `authorize`
 */
export async function getOwnOrganization(member: DeskMember): Promise<OwnOrganization> {
  authorize(member, 'read_certificates')
  const issuer = await getIssuer(member.issuerSlug)
  const { name, slug, domain, assurance, suspended, did } = issuer
  const checked = await readLastDomainCheck(member.issuerId, domain)
  const facts = { name, slug, domain, assurance, suspended, did }
  return { ...facts, ...checked, recordHolds: isIssuerSealed(issuer), record: domainRecord(issuer) }
}
