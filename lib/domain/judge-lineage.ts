import { checkEventChain, type SignedEvent } from './event'
import type { Evidence, IssuerRow } from './evidence'
import { foldStanding, type IssuerStanding } from './issuer-standing'
import { judgeCertificate } from './judge-certificate'
import { type Judgement, Undetermined } from './judgement'
import { foldLineage, type LineageState } from './lineage-state'
import type { SignatureChecks } from './signature-checks'

/** What a certificate's lineage and issuer came to. A null part failed its check: the certificate is invalid. */
export interface LineageFinding {
  events: SignedEvent[]
  state: LineageState | null
  issuer: IssuerRow
  standing: IssuerStanding | null
}

/**
 * Judges every certificate of one lineage (definitions.md part 3).
 * @param evidence all that was read in one statement
 * @returns a judgement a row, in order of revision; empty when there is no such lineage
 * @throws Undetermined when anything that a verdict needs is not there: a replica answered, a key is missing, the
 *   database's clock stands behind the last event
 */
export function judgeLineage(lineageId: string, evidence: Evidence, signatures: SignatureChecks): Judgement[] {
  if (evidence.inRecovery) throw new Undetermined('the database is a replica')
  const rows = evidence.lineages.get(lineageId) ?? []
  const checked = checkedChain(lineageId, evidence, signatures)
  const folded = checked && foldLineage(checked)
  // A row that is missing or one too many is a gap: the history cannot be shown in part.
  const state = folded?.revisions.length === rows.length ? folded : null
  const events = evidence.events.get(lineageId) ?? []
  return rows.map((row) => {
    const issuer = evidence.issuers.get(row.issuerId)
    if (!issuer) throw new Undetermined('the issuer of a certificate is not there')
    const standing = standingOf(issuer, evidence, signatures)
    return judgeCertificate(row, { events, state, issuer, standing }, evidence, signatures)
  })
}

/**
 * Whether the operator lets an issuer stand, from its checked history.
 * @returns null when the history was tampered with, or the column disagrees with it
 * @throws Undetermined when a service key that signed it is not there
 */
export function standingOf(issuer: IssuerRow, evidence: Evidence, signatures: SignatureChecks): IssuerStanding | null {
  const events = checkedChain(issuer.id, evidence, signatures)
  const standing = events && foldStanding(events)
  return standing !== null && (standing === 'suspended') === issuer.suspended ? standing : null
}

/** The events of one chain in order, or null when the chain is broken. */
function checkedChain(chainId: string, evidence: Evidence, signatures: SignatureChecks): SignedEvent[] | null {
  const events = evidence.events.get(chainId) ?? []
  const result = checkEventChain(events, (event, bytes) => signatures.event(event, bytes))
  if (result === 'undetermined') throw new Undetermined('a service key of a history is not there')
  if (events.some((event) => event.at > evidence.now)) throw new Undetermined('the database clock is behind its events')
  return result === 'passed' ? events : null
}
