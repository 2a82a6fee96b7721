import { type AssuranceLabel, assuranceLabel } from '@/lib/domain/issuer/assurance-label'
import type { IssuerStanding } from '@/lib/domain/issuer/issuer-standing'
import type { Evidence, IssuerRow } from './evidence'
import { standingOf } from './judge-lineage'
import { isBehindLog, KNOWS_MORE } from './judge-logged'
import { Undetermined } from './judgement'
import type { SignatureChecks } from './signature-checks'

/** The facts about an issuer that can be relied on. */
export interface JudgedIssuer {
  id: string
  name: string
  slug: string
  did: string
  /** Empty until it is verified or attested; a lapsed one stays, and its label says so. */
  verifiedDomain: string
  assuranceLabel: AssuranceLabel
  standing: IssuerStanding
}

/**
 * Judges an issuer's row (decision 28).
 * @returns null when somebody else wrote the row, or its history was tampered with: then nothing of it is shown
 * @throws Undetermined when a service key that its history needs is not there, or the public log has an entry of it that is lost here
 */
export function judgeIssuer(row: IssuerRow, evidence: Evidence, signatures: SignatureChecks): JudgedIssuer | null {
  if (!signatures.issuerRow(row)) return null
  if (isBehindLog(row.id, evidence)) throw new Undetermined(KNOWS_MORE)
  const standing = standingOf(row, evidence, signatures)
  if (standing === null) return null
  const verifiedDomain = row.assurance === 'none' ? '' : row.domain
  const { id, name, slug, did } = row
  return { id, name, slug, did, verifiedDomain, assuranceLabel: assuranceLabel(verifiedDomain, row), standing }
}
