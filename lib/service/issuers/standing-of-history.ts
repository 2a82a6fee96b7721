import { foldedStanding } from '@/lib/domain/history/judge-lineage'
import type { IssuerStanding } from '@/lib/domain/issuer/issuer-standing'
import { judged } from '@/lib/service/check/judged'
import type { Transaction } from '@/lib/store/database/database'
import { readStandingEvidenceOn } from '@/lib/store/issuers/public-issuers'

/**
 * The standing of an issuer that is held, by its checked history: the column is under no seal, and only follows.
 * @returns null when the history fails its check: nothing is built on it
 * @throws ServiceError `unavailable` when it cannot be determined, or is behind its journal
 */
export async function standingOfHistory(tx: Transaction, issuerId: string): Promise<IssuerStanding | null> {
  const evidence = await readStandingEvidenceOn(tx, [issuerId])
  return judged(evidence, (signatures) => foldedStanding(issuerId, evidence, signatures))
}
