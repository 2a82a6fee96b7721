import type { Evidence } from '@/lib/domain/history/evidence'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import type { Judgement } from '@/lib/domain/history/judgement'
import { judged, orUndetermined } from '@/lib/service/check/judged'

/**
 * Judges every certificate of the evidence, as a lookup does: the desk shows only what verifies, not what columns say.
 * @returns the judgements of each lineage in order of revision, by lineage id
 * @throws ServiceError `unavailable` when that cannot be determined
 */
export function judgeOwnEvidence(evidence: Evidence): Map<string, Judgement[]> {
  const apart = judgeOwnApart(evidence)
  return new Map([...apart].map(([id, judge]) => [id, judge()]))
}

/**
 * The same for each lineage by itself: one that cannot be determined leaves the others as they are.
 * @returns by lineage id what judges it, and throws as above
 */
export function judgeOwnApart(evidence: Evidence): Map<string, () => Judgement[]> {
  // No verdict for strangers: an issuer sees, and can withdraw, what is not in the public log yet.
  const own = { ...evidence, log: null }
  return judged(own, (signatures) => {
    const judge = (id: string) => () => orUndetermined(() => judgeLineage(id, own, signatures))
    return new Map([...own.lineages.keys()].map((id) => [id, judge(id)]))
  })
}
