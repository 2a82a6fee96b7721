import type { Evidence } from '@/lib/domain/evidence'
import { judgeLineage } from '@/lib/domain/judge-lineage'
import type { Judgement } from '@/lib/domain/judgement'
import { judged } from '../judged'

/**
 * Judges every certificate of the evidence, as a lookup does: what the desk shows is what verifies, not what columns say.
 * @returns the judgements of each lineage in order of revision, by lineage id
 * @throws ServiceError `unavailable` when that cannot be determined
 */
export function judgeOwnEvidence(evidence: Evidence): Map<string, Judgement[]> {
  return judged(
    evidence,
    (signatures) => new Map([...evidence.lineages.keys()].map((id) => [id, judgeLineage(id, evidence, signatures)])),
  )
}
