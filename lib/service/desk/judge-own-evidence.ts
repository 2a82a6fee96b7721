import type { Evidence } from '@/lib/domain/evidence'
import { judgeLineage } from '@/lib/domain/judge-lineage'
import { type Judgement, Undetermined } from '@/lib/domain/judgement'
import { undetermined } from '@/lib/errors'
import { keyEncryptionKey } from '../key-encryption-key'
import { trustedSignatures } from '../trusted-signatures'

/**
 * Judges every certificate of the evidence, as a lookup does: what the desk shows is what verifies, not what columns say.
 * @returns the judgements of each lineage in order of revision, by lineage id
 * @throws ServiceError `unavailable` when that cannot be determined
 */
export function judgeOwnEvidence(evidence: Evidence): Map<string, Judgement[]> {
  try {
    const signatures = trustedSignatures(evidence.serviceKeys, keyEncryptionKey())
    return new Map([...evidence.lineages.keys()].map((id) => [id, judgeLineage(id, evidence, signatures)]))
  } catch (error) {
    throw error instanceof Undetermined ? undetermined(error) : error
  }
}
