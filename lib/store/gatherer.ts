interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Gathers what concurrent requests ask for into one statement: what arrives while `maxInFlight` runs are under way
 * goes with the next run. Under load one round trip serves many requests; a request alone waits for nobody.
 */
export class Gatherer<Item, Result> {
  #waiting: Waiting<Item, Result>[] = []
  #inFlight = 0
  #scheduled = false
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #maxInFlight: number
  readonly #maxBatch: number

  /**
   * @param run answers a batch, one result an item, in the order of the items; its rejection rejects each of them
   * @param options `maxInFlight` runs at a time, `maxBatch` items in each
   */
  constructor(run: (items: Item[]) => Promise<Result[]>, options: { maxInFlight: number; maxBatch: number }) {
    this.#run = run
    this.#maxInFlight = options.maxInFlight
    this.#maxBatch = options.maxBatch
  }

  /** Adds an item to the next run and resolves with its result. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#maxInFlight) return
    this.#scheduled = true
    // After the current turn's input events, so that requests that arrived together go together.
    setImmediate(() => {
      this.#scheduled = false
      this.#start()
    })
  }

  #start(): void {
    const batch = this.#waiting.splice(0, this.#maxBatch)
    if (batch.length === 0) return
    this.#inFlight += 1
    this.#run(batch.map((entry) => entry.item))
      .then(
        (results) => {
          batch.forEach((entry, index) => entry.resolve(results[index] as Result))
        },
        (error: unknown) => {
          for (const entry of batch) entry.reject(error)
        },
      )
      .finally(() => {
        this.#inFlight -= 1
        if (this.#waiting.length > 0) this.#schedule()
      })
    if (this.#waiting.length > 0) this.#schedule()
  }
}
