import type { UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import type { Badge } from '@/lib/domain/badge/badge'
import { checkEndorsements, refuseNestedEndorsements } from '@/lib/domain/badge/check-endorsements'
import { checkIdentity } from '@/lib/domain/badge/check-identity'
import { findNamesake, type IssuerNamesake, type KnownIssuer } from '@/lib/domain/badge/find-namesake'
import type { BadgeCheckResult } from '@/lib/domain/badge/finding'
import { checkCredentialSignatures, issuerIdOf } from '@/lib/domain/badge/proof/check-credential-signatures'
import type { SignatureCheck } from '@/lib/domain/badge/proof/signature-check'
import type { CredentialKind } from '@/lib/domain/badge/read/credential-kind'
import { checkStatus } from '@/lib/domain/badge/status/check-status'
import { checkDates, type Validity } from '@/lib/domain/badge/structure/check-dates'
import { checkResources } from '@/lib/domain/badge/structure/check-resources'
import { checkStructure } from '@/lib/domain/badge/structure/check-structure'
import { checkBadgeRecord, NO_RECORD, statusOfRecord } from '@/lib/service/badges/check-badge-record'
import { badgeKeySources, isOwnDid, statusListSources } from '@/lib/service/badges/own-badge-sources'
import type { ValidationBudget } from '@/lib/service/badges/validation-budget'

/** All findings about one credential. */
interface CheckedCredential {
  /** From `context` on. */
  checks: BadgeCheckResult[]
  signatures: SignatureCheck
  dates: Validity
  /** Its issuer's DID is one of this service. */
  isOwn: boolean
  namesake: IssuerNamesake | null
  /** Serial of the certificate, where it is one of this service's; else null. */
  serial: string | null
  /** Serial of the correction that is current now; null where it was not replaced. */
  successor: string | null
}

/** What all credentials of one validation share. */
interface ValidationMeans extends ValidationBudget {
  canonize: UntrustedCanonizer
  /** What all issuers of this service go by; rejects with ServiceError when that cannot be told. */
  issuers(): Promise<readonly KnownIssuer[]>
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Runs every check on a credential that could be read, whatever the others came to (spec part 6). A badge's
 * endorsements go through the same checks; those of an endorsement are refused.
 * @throws ServiceError `unavailable` when the service's own records cannot be read
 */
export async function checkCredential(
  badge: Badge,
  kind: CredentialKind,
  means: ValidationMeans,
): Promise<CheckedCredential> {
  const { canonize, now } = means
  const structure = await checkStructure(badge, canonize, kind)
  const isKnown = structure.some(({ id, status }) => id === 'jsonld' && status !== 'not_run')
  const issuerId = issuerIdOf(badge.credential)
  const isOwn = issuerId !== null && (await isOwnDid(issuerId))
  const network = means.network()
  const signatures = await checkCredentialSignatures(badge, badgeKeySources(network, now, isOwn), canonize, isKnown)
  const dates = checkDates(badge, signatures.proofExpires, now)
  const status = await checkStatus(badge, statusListSources(network, now, isOwn), canonize)
  const endorsements = kind === 'badge' ? await endorsementsOf(badge, means) : refuseNestedEndorsements(badge)
  const isSigned = signatures.issuer.status === 'passed' && signatures.proof.status === 'passed'
  const record = isOwn ? await checkBadgeRecord(badge, isSigned) : NO_RECORD
  const namesake = isOwn ? null : findNamesake(badge.credential, await means.issuers())
  const checks = [
    ...structure,
    checkResources(badge.credential, isOwn),
    signatures.issuer,
    signatures.proof,
    dates.check,
    statusOfRecord(status, record),
    endorsements,
    record.check,
    checkIdentity(namesake),
  ]
  return { checks, signatures, dates, isOwn, namesake, serial: record.serial, successor: record.successor }
}

function endorsementsOf(badge: Badge, means: ValidationMeans): Promise<BadgeCheckResult> {
  const bounded = { ...means, canonize: means.inTime(means.canonize) }
  return checkEndorsements(badge, async (one) => (await checkCredential(one, 'endorsement', bounded)).checks)
}
