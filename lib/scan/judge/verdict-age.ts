/** How long a verdict is shown as one: five minutes (spec part 13). */
const VERDICT_MS = 5 * 60 * 1000

/**
 * Whether a verdict has to give way, by this device's clock, which may be set back meanwhile: then it is old as well.
 * @param heardAt when it came, in milliseconds since 1970
 * @param now milliseconds since 1970
 * @param elapsedMs since it came by a clock that nobody sets and that may stop in sleep, where there is one
 */
export function isVerdictOld(heardAt: number, now: number, elapsedMs = 0): boolean {
  return Math.max(Math.abs(now - heardAt), elapsedMs) >= VERDICT_MS
}
