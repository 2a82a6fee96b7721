import type { Evidence } from '@/lib/domain/history/evidence'
import { judgeLineage } from '@/lib/domain/history/judge-lineage'
import { type Judgement, Undetermined } from '@/lib/domain/history/judgement'
import type { SignatureChecks } from '@/lib/domain/history/signature-checks'
import { ServiceError, undetermined } from '@/lib/errors'
import { judged } from '@/lib/service/check/judged'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { readEvidence } from '@/lib/store/evidence/read-evidence'
import type { PassportEntry } from '@/lib/store/records/passports'

/** A certificate of a passport as it is now: the current one of its lineage. */
export interface JudgedEntry {
  lineageId: string
  chosen: boolean
  judgement: Judgement
}

/** The same, where what cannot be determined stands by itself. */
export type EntryApart = PassportEntry & { judgement: Judgement | Undetermined }

/**
 * Judges every certificate of a passport from one statement; not counted as a check. With one of them undetermined all
 * of them are: one that is left out would read as withdrawn (spec part 3).
 * @returns the entries in their order, and the database's time, in milliseconds since 1970
 * @throws ServiceError `unavailable`
 */
export async function judgeEntries(
  entries: readonly PassportEntry[],
): Promise<{ judged: JudgedEntry[]; checkedAt: number }> {
  const { apart, checkedAt } = await judgeEntriesApart(entries)
  const judged = apart.map(({ lineageId, chosen, judgement }) => {
    if (judgement instanceof Undetermined) throw undetermined(judgement)
    return { lineageId, chosen, judgement }
  })
  return { judged, checkedAt }
}

/**
 * Judges every certificate of a passport by itself, from one statement; not counted as a check. For its holder, who must
 * be able to take out or hide also what cannot be checked.
 * @returns the entries in their order, and the time of it, in milliseconds since 1970
 */
export async function judgeEntriesApart(
  entries: readonly PassportEntry[],
): Promise<{ apart: EntryApart[]; checkedAt: number }> {
  if (entries.length === 0) return { apart: [], checkedAt: Date.now() }
  const keys = entries.flatMap(({ serialKey }) => serialKey ?? [])
  try {
    const evidence = await readOnServingPool((pool) => readEvidence(pool, keys))
    const apart = judged(evidence, (signatures) =>
      entries.map((entry) => ({ ...entry, judgement: judgeOne(entry.lineageId, evidence, signatures) })),
    )
    return { apart, checkedAt: evidence.now }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error
    const judgement = new Undetermined('nothing of the passport could be checked', { cause: error })
    return { apart: entries.map((entry) => ({ ...entry, judgement })), checkedAt: Date.now() }
  }
}

function judgeOne(lineageId: string, evidence: Evidence, signatures: SignatureChecks): Judgement | Undetermined {
  try {
    const current = judgeLineage(lineageId, evidence, signatures).at(-1)
    // Of what the public log lacks, the outcome throws once it is read: here, where it stands in the way of this one alone.
    return current?.overallStatus ? current : new Undetermined('a certificate of a passport is not there')
  } catch (error) {
    if (error instanceof Undetermined) return error
    if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error
    return new Undetermined('a certificate of a passport could not be checked', { cause: error })
  }
}
