import { foldStanding, type IssuerStanding } from '@/lib/domain/issuer/issuer-standing'
import { checkedHistory } from './checked-history'
import type { CertificateRow, Evidence, IssuerRow } from './evidence'
import { judgeCertificate } from './judge-certificate'
import { type Judgement, Undetermined } from './judgement'
import { foldLineage, type LineageState } from './lineage-state'
import type { SignatureChecks } from './signature-checks'

/**
 * Judges every certificate of one lineage (spec part 3).
 * @param evidence all that was read in one statement
 * @returns a judgement a row, in order of revision; empty when there is no such lineage
 * @throws Undetermined when anything that a verdict needs is not there: a replica answered, a key is missing, the
 *   database's clock stands behind the last event
 */
export function judgeLineage(lineageId: string, evidence: Evidence, signatures: SignatureChecks): Judgement[] {
  if (evidence.inRecovery) throw new Undetermined('the database is a replica')
  const rows = evidence.lineages.get(lineageId) ?? []
  const checked = checkedHistory(lineageId, evidence, signatures)
  const folded = checked && foldLineage(checked)
  // The history cannot be shown in part, and the replacement is the row of the last revision.
  const state = folded && isWhole(rows, folded) ? folded : null
  const events = evidence.events.get(lineageId) ?? []
  return rows.map((row) => {
    const issuer = evidence.issuers.get(row.issuerId)
    if (!issuer) throw new Undetermined('the issuer of a certificate is not there')
    const standing = standingOf(issuer, evidence, signatures)
    const believed = believedIssuer(issuer, signatures)
    return judgeCertificate(row, { events, state, issuer: believed, standing }, evidence, signatures)
  })
}

/** An assurance that somebody else wrote counts for nothing: the live label beside a certificate then says so. */
function believedIssuer(issuer: IssuerRow, signatures: SignatureChecks): IssuerRow {
  return signatures.issuerRow(issuer) ? issuer : { ...issuer, assurance: 'none' }
}

/**
 * Whether the operator lets an issuer stand, from its checked history.
 * @returns null when the history was tampered with, or the column disagrees with it
 * @throws Undetermined when a service key that signed it is not there
 */
export function standingOf(issuer: IssuerRow, evidence: Evidence, signatures: SignatureChecks): IssuerStanding | null {
  const standing = foldedStanding(issuer.id, evidence, signatures)
  return (standing === 'suspended') === issuer.suspended ? standing : null
}

/**
 * The standing by the checked history alone, whatever the column says.
 * @returns null when the history was tampered with, or can not have happened
 * @throws Undetermined as `standingOf`
 */
export function foldedStanding(
  issuerId: string,
  evidence: Evidence,
  signatures: SignatureChecks,
): IssuerStanding | null {
  const events = checkedHistory(issuerId, evidence, signatures)
  return events && foldStanding(events)
}

/** Whether there is exactly one row a revision: one that is missing, one too many or a double is a gap. */
function isWhole(rows: readonly CertificateRow[], { revisions }: LineageState): boolean {
  return rows.length === revisions.length && rows.every((row, index) => row.id === revisions[index]?.id)
}
