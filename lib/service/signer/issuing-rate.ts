const HOUR_MS = 3_600_000

/**
 * Counts the certificates that each issuer's keys have signed within an hour of the clock. Kept in memory: only the
 * operator can restart the signer, and no process that it answers.
 */
export class IssuingRate {
  #hour = Number.NaN
  readonly #counts = new Map<string, number>()

  constructor(private readonly perHour: number) {}

  /** @param now milliseconds since 1970; @returns false when the issuer's hour is used up, and nothing was counted */
  take(issuerId: string, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS)
    if (hour !== this.#hour) this.#counts.clear()
    this.#hour = hour
    const count = (this.#counts.get(issuerId) ?? 0) + 1
    if (count > this.perHour) return false
    this.#counts.set(issuerId, count)
    return true
  }
}
