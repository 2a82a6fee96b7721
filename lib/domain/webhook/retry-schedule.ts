const MINUTE = 60
const HOUR = 3600

/** How long to wait after the first attempt, the second …, in seconds: a day in all. After the last one it has failed. */
export const DELIVERY_PAUSES = [5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 7 * HOUR, 9 * HOUR] as const

/** How long an address may fail before nothing is sent there any more. */
export const DISABLED_AFTER_MS = 3 * 24 * HOUR * 1000

const LONGEST_REST = 5 * MINUTE

/**
 * How long an address is left in peace after attempts that failed one after another, in seconds: what waits for it in
 * thousands must not be thrown at it when it is down.
 */
export function restAfter(failures: number): number {
  return Math.min(5 * 2 ** Math.max(0, Math.min(failures, 10) - 1), LONGEST_REST)
}
