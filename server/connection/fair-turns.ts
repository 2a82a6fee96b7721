import { performance } from 'node:perf_hooks'

/** Requests of one address that are begun in one turn of the event loop, at most. */
const A_TURN = 8
/** Milliseconds of work in a turn from which on they are fewer, in proportion: a check takes several turns, whoever else works. */
const LONG_TURN_MS = 10

/**
 * Begins the requests of every address at the same pace. Node announces all that came on two hundred connections in one turn
 * of the event loop, and whoever is behind them waits for all of their answers. Here an address that sends much waits for
 * itself: of its requests a few are begun in each turn, and whoever else comes in between is begun at once.
 */
export class FairTurns {
  readonly #begun = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #worked: () => number
  #isNextTurnDue = false
  #workedBefore = 0
  #most = A_TURN

  /** @param worked milliseconds that the event loop has worked until now, waiting not counted */
  constructor(worked = () => performance.eventLoopUtilization().active) {
    this.#worked = worked
  }

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
    if (begun < this.#most) {
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
    this.#measure()
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [address, all] of waiting) {
      const later = all.splice(this.#most)
      for (const begin of all) this.take(address, begin)
      if (later.length > 0) this.#waiting.set(address, [...later, ...(this.#waiting.get(address) ?? [])])
    }
  }

  /** Eight addresses that send a file on each of their connections make a turn long, each within its own bound. */
  #measure(): void {
    const worked = this.#worked()
    const took = Math.max(worked - this.#workedBefore, LONG_TURN_MS)
    this.#workedBefore = worked
    this.#most = Math.max(1, Math.floor((A_TURN * LONG_TURN_MS) / took))
  }
}
