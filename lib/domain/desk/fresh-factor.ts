import { MOST_APART_MS } from '@/lib/domain/history/most-apart'

/** How long a second factor counts as fresh, in milliseconds. */
const FRESH_MS = 10 * 60 * 1000

/**
 * Whether a second factor was shown within the last minutes. The database says when it was: its clock may be ahead of this
 * process's, and what lies further in the future is believed of nobody.
 * @param secondFactorAt when it was shown in the session, or null; both in milliseconds since 1970
 */
export function isFresh(secondFactorAt: number | null, now: number): boolean {
  const age = secondFactorAt === null ? Infinity : now - secondFactorAt
  return age >= -MOST_APART_MS && age < FRESH_MS
}
