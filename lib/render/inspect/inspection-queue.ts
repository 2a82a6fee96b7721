interface Waiter {
  address: string
  enter: (admitted: boolean) => void
}

/**
 * Decides who may inspect now (spec part 7): a few run, a few wait, and at most one runs for each address. If all
 * places to wait are taken, an address without one gets one from the address that has most, so that nobody can hold all
 * of them.
 */
export class InspectionQueue {
  /** One address each, since none has two running. */
  readonly #running = new Set<string>()
  readonly #waiting: Waiter[] = []

  constructor(
    readonly mayRun: number,
    readonly mayWait: number,
  ) {}

  /**
   * Runs a task in its turn.
   * @param address the caller's, as it is counted; null for one that shares with nobody
   * @returns what the task returned, or null when there was no room
   */
  async run<T>(address: string | null, task: () => Promise<T>): Promise<T | null> {
    const key = address ?? `own:${crypto.randomUUID()}`
    if (!(await this.#admitted(key))) return null
    try {
      return await task()
    } finally {
      this.#running.delete(key)
      this.#admitWaiting()
    }
  }

  #admitted(address: string): boolean | Promise<boolean> {
    if (this.#mayStart(address)) {
      this.#running.add(address)
      return true
    }
    if (this.#waiting.length >= this.mayWait && !this.#giveUpPlace(address)) return false
    return new Promise((enter) => this.#waiting.push({ address, enter }))
  }

  #mayStart(address: string): boolean {
    return this.#running.size < this.mayRun && !this.#running.has(address)
  }

  /** Turns away the newest waiter of the address that waits most often, if that is fairer than turning this one away. */
  #giveUpPlace(address: string): boolean {
    const places = (of: string) => this.#waiting.filter((waiter) => waiter.address === of).length
    const most = Math.max(...this.#waiting.map((waiter) => places(waiter.address)), 0)
    if (most < 2 || places(address) > 0) return false
    const index = this.#waiting.findLastIndex((waiter) => places(waiter.address) === most)
    this.#waiting.splice(index, 1)[0]?.enter(false)
    return true
  }

  #admitWaiting(): void {
    for (;;) {
      const index = this.#waiting.findIndex((waiter) => this.#mayStart(waiter.address))
      const [next] = index < 0 ? [] : this.#waiting.splice(index, 1)
      if (!next) return
      this.#running.add(next.address)
      next.enter(true)
    }
  }
}
