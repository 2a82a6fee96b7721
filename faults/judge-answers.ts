import type { Answer } from './answer'
import { allowedVerdicts, type Known, type Ledger } from './ledger'
import { OPERATIONS } from './operations'

const COUNTED = new Set(OPERATIONS.filter(({ counted }) => counted).map(({ name }) => name))

/** How many answers came with each status; those that never came by why they did not. */
export function countStatuses(answers: readonly Answer[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { status, missing } of answers) {
    const word = missing ?? String(status)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Answers that said of a certificate what was not so when they were asked or answered. */
export function wrongAnswers(ledger: Ledger, answers: readonly Answer[]): string[] {
  return answers.flatMap(({ serial, verdict, sentAt, doneAt, operation }) => {
    const known = ledger.known.get(serial)
    if (verdict === null || !known || allowedVerdicts(known, sentAt, doneAt).includes(verdict)) return []
    return [`${operation} of ${serial}: ${verdict} instead of ${known.withdrawal ? 'withdrawn' : known.expected}`]
  })
}

/**
 * Answers that are not as they were specified.
 * @param cuts whether requests may have ended without one
 */
export function unspecifiedAnswers(answers: readonly Answer[], cuts: boolean): string[] {
  return answers.flatMap(({ operation, unspecified, missing }) => {
    if (unspecified !== null) return [`${operation}: ${unspecified}`]
    return missing !== null && !cuts ? [`${operation}: no answer (${missing})`] : []
  })
}

/**
 * Compares the counts of checks with the answers: no answered one may be missing, and none may be counted beyond those
 * that were answered and those of which nobody can know, 503 or cut.
 * @param counted by the certificate's id
 */
export function compareCounts(
  ledger: Ledger,
  answers: readonly Answer[],
  counted: ReadonlyMap<string, number>,
): { lost: string[]; overCounted: string[] } {
  const asked = new Map<string, { answered: number; unknown: number }>()
  for (const { operation, serial, status, missing } of answers) {
    if (!COUNTED.has(operation)) continue
    const sum = asked.get(serial) ?? { answered: 0, unknown: 0 }
    asked.set(serial, sum)
    if (status === 200) sum.answered += 1
    else if (status === 503 || missing === 'cut') sum.unknown += 1
  }
  const lost: string[] = []
  const overCounted: string[] = []
  for (const { id, serial } of ledger.all.filter((known): known is Known & { id: string } => known.id !== null)) {
    const { answered, unknown } = asked.get(serial) ?? { answered: 0, unknown: 0 }
    const checks = counted.get(id) ?? 0
    if (checks < answered) lost.push(`${answered - checks} answered checks of ${serial}`)
    if (checks > answered + unknown) overCounted.push(`${checks - answered - unknown} of ${serial}`)
  }
  return { lost, overCounted }
}
