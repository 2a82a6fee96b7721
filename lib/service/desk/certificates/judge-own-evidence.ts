import type { Evidence } from '@/lib/domain/history/evidence'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import type { Judgement } from '@/lib/domain/history/judgement'
import { judged } from '@/lib/service/check/judged'

/**
 * Judges every certificate of the evidence, as a lookup does: the desk shows only what verifies, not what columns say.
 * @returns the judgements of each lineage in order of revision, by lineage id
 * @throws ServiceError `unavailable` when that cannot be determined
 */
export function judgeOwnEvidence(evidence: Evidence): Map<string, Judgement[]> {
  // No verdict for strangers: an issuer sees, and can withdraw, what is not in the public log yet.
  const own = { ...evidence, log: null }
  return judged(own, (signatures) => {
    const lineages = [...own.lineages.keys()]
    return new Map(lineages.map((id) => [id, judgeLineage(id, own, signatures)]))
  })
}
