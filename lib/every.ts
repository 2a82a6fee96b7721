/**
 * Says when it is time again: at once, and then after each pause. It goes by the clock that counts from the start of the process: with
 * one that was set back by a year, nothing would be due for a year.
 */
export class Every {
  #last = Number.NEGATIVE_INFINITY

  /** @param pause in milliseconds */
  constructor(readonly pause: number) {}

  /** Whether it is time; if it is, the pause begins anew. */
  isDue(pause = this.pause): boolean {
    const now = performance.now()
    if (now - this.#last < pause) return false
    this.#last = now
    return true
  }
}
