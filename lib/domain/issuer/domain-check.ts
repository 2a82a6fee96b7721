/** The result of asking for the DNS record of a domain; `unanswered` says nothing about the record. */
export type DomainCheckResult = 'seen' | 'absent' | 'unanswered'

/** Days without the record after which a domain counts as lapsed (spec part 11). */
export const DAYS_TO_LAPSE = 3

/** Days without any answer after which a visitor is told that nobody can tell. Silence lapses nothing: it says nothing. */
export const DAYS_TO_SILENCE = 30

/**
 * Whether DNS has not answered for a domain for so long that what was seen last is no longer worth much.
 * @param last what the last asking came to
 * @param answeredAt when there was an answer last, whatever it was
 * @param now milliseconds since 1970
 */
export function isSilent(last: DomainCheckResult, answeredAt: Date | null, now: number): boolean {
  if (last !== 'unanswered' || answeredAt === null) return false
  return now - answeredAt.getTime() > DAYS_TO_SILENCE * 86_400_000
}

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
