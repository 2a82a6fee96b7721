/** How long something is not said again, in milliseconds. */
const QUIET_MS = 60_000
/** Of so many the times are kept; behind them all are said again. */
const MOST = 10_000

/** Keeps a log from saying the same of the same at each request. */
export class SaidLately {
  readonly #at = new Map<string, number>()

  /**
   * @param now milliseconds of a clock that only goes forward
   * @returns those that were not said within a minute, which are said now
   */
  take(names: Iterable<string>, now: number): string[] {
    const unsaid = [...names].filter((name) => now - (this.#at.get(name) ?? -Infinity) >= QUIET_MS)
    if (this.#at.size + unsaid.length > MOST) this.#at.clear()
    for (const name of unsaid) this.#at.set(name, now)
    return unsaid
  }
}
