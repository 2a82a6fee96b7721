/** Requests of one address that are begun in one turn of the event loop. */
const A_TURN = 8

/**
 * Begins the requests of every address at the same pace. Node announces all that came on two hundred connections in one turn
 * of the event loop, and whoever is behind them waits for all of their answers. Here an address that sends much waits for
 * itself: of its requests a few are begun in each turn, and whoever else comes in between is begun at once.
 */
export class FairTurns {
  readonly #begun = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  #isNextTurnDue = false

  /**
   * Begins a request now, or in a turn to come.
   * @param address the caller's, as it is counted
   * @param begin does not throw
   */
  take(address: string, begin: () => void): void {
    const begun = this.#begun.get(address) ?? 0
    if (!this.#isNextTurnDue) {
      this.#isNextTurnDue = true
      setImmediate(() => this.#nextTurn())
    }
    if (begun < A_TURN) {
      this.#begun.set(address, begun + 1)
      begin()
      return
    }
    const waiting = this.#waiting.get(address)
    if (waiting) waiting.push(begin)
    else this.#waiting.set(address, [begin])
  }

  #nextTurn(): void {
    this.#isNextTurnDue = false
    this.#begun.clear()
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [address, all] of waiting) {
      const later = all.splice(A_TURN)
      for (const begin of all) this.take(address, begin)
      if (later.length > 0) this.#waiting.set(address, [...later, ...(this.#waiting.get(address) ?? [])])
    }
  }
}
