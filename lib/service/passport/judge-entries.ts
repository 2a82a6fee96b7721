import type { Evidence } from '@/lib/domain/evidence'
import { judgeLineage } from '@/lib/domain/judge-lineage'
import { type Judgement, Undetermined } from '@/lib/domain/judgement'
import type { SignatureChecks } from '@/lib/domain/signature-checks'
import { undetermined } from '@/lib/errors'
import { readOnServingPool } from '@/lib/store/on-serving-pool'
import type { PassportEntry } from '@/lib/store/passports'
import { readEvidence } from '@/lib/store/read-evidence'
import { keyEncryptionKey } from '../key-encryption-key'
import { trustedSignatures } from '../trusted-signatures'

/** A certificate of a passport as it stands now: the current one of its chain. */
export interface JudgedEntry {
  lineageId: string
  chosen: boolean
  judgement: Judgement
}

/**
 * Judges every certificate of a passport from one statement; not counted as a check. With one of them undetermined all
 * of them are: one that is left out would read as withdrawn (definitions.md part 3).
 * @returns the entries in their order, and the database's time, in milliseconds since 1970
 * @throws ServiceError `unavailable`
 */
export async function judgeEntries(
  entries: readonly PassportEntry[],
): Promise<{ judged: JudgedEntry[]; checkedAt: number }> {
  if (entries.length === 0) return { judged: [], checkedAt: Date.now() }
  const keys = entries.flatMap(({ serialKey }) => serialKey ?? [])
  const evidence = await readOnServingPool((pool) => readEvidence(pool, keys))
  try {
    const signatures = trustedSignatures(evidence.serviceKeys, keyEncryptionKey())
    const judged = entries.map(({ lineageId, chosen }) => ({
      lineageId,
      chosen,
      judgement: judgeCurrent(lineageId, evidence, signatures),
    }))
    return { judged, checkedAt: evidence.now }
  } catch (error) {
    throw error instanceof Undetermined ? undetermined(error) : error
  }
}

function judgeCurrent(lineageId: string, evidence: Evidence, signatures: SignatureChecks): Judgement {
  const current = judgeLineage(lineageId, evidence, signatures).at(-1)
  if (!current) throw new Undetermined('a certificate of a passport is not there')
  return current
}
