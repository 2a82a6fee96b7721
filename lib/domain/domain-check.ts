/** What asking for the DNS record of a domain came to; `unanswered` says nothing about the record. */
export type DomainCheckResult = 'seen' | 'absent' | 'unanswered'

/** Days without the record after which a domain counts as lapsed (definitions.md part 11). */
export const DAYS_TO_LAPSE = 3

/**
 * Whether a verified domain has lapsed: its record was definitely absent on three days of UTC, and not seen since the first
 * of them.
 * @param checks of this domain, the newest first, at least as far back as the last `seen`
 */
export function hasLapsed(checks: readonly { at: Date; result: DomainCheckResult }[]): boolean {
  const days = new Set<string>()
  for (const { at, result } of checks) {
    if (result === 'seen') break
    if (result === 'absent') days.add(at.toISOString().slice(0, 10))
  }
  return days.size >= DAYS_TO_LAPSE
}
