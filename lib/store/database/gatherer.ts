import type { Deadline } from './deadline'

interface Waiting<Item, Result> {
  item: Item
  deadline: Deadline | undefined
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Bounds of gathering. */
interface GathererOptions {
  /** How many runs may be under way. */
  maxInFlight: number
  /** How many items go with one run at most. */
  maxBatch: number
  /**
   * More items than this that wait together are shared out among the runs that may still begin, so that one is worked on
   * here while PostgreSQL works on the others. `maxBatch` when left out: all go with the first run.
   */
  shareFrom?: number
}

/**
 * Gathers the questions of concurrent requests into one query. Those that arrive while `maxInFlight` queries are under
 * way go with the next one. Under load one round trip serves many requests; a single request waits for nobody.
 */
export class Gatherer<Item, Result> {
  #waiting: Waiting<Item, Result>[] = []
  #inFlight = 0
  #scheduled = false
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #maxInFlight: number
  readonly #maxBatch: number
  readonly #shareFrom: number

  /**
   * @param run answers a batch, one result an item, in the order of the items; its rejection rejects each of them
   */
  constructor(run: (items: Item[]) => Promise<Result[]>, options: GathererOptions) {
    this.#run = run
    this.#maxInFlight = options.maxInFlight
    this.#maxBatch = options.maxBatch
    this.#shareFrom = options.shareFrom ?? options.maxBatch
  }

  /**
   * Adds an item to the next run and resolves with its result.
   * @param deadline an item that waits past it is left out: its request was answered without it
   */
  add(item: Item, deadline?: Deadline): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, deadline, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#maxInFlight || this.#waiting.length === 0) return
    this.#scheduled = true
    // After the current turn's input events, so that requests that arrived together go together.
    setImmediate(() => {
      this.#scheduled = false
      const batch = this.#takeBatch()
      if (batch.length > 0) void this.#answer(batch)
      this.#schedule()
    })
  }

  #takeBatch(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = []
    const share = Math.ceil(this.#waiting.length / (this.#maxInFlight - this.#inFlight))
    const most = Math.min(this.#maxBatch, Math.max(this.#shareFrom, share))
    let taken = 0
    for (const entry of this.#waiting) {
      if (batch.length === most) break
      taken += 1
      if (entry.deadline?.passed) entry.reject(new Error('its deadline passed before it was begun'))
      else batch.push(entry)
    }
    this.#waiting.splice(0, taken)
    return batch
  }

  async #answer(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#inFlight += 1
    try {
      const results = await this.#run(batch.map((entry) => entry.item))
      if (results.length !== batch.length) throw new Error('a batch was not answered item by item')
      batch.forEach((entry, index) => entry.resolve(results[index] as Result))
    } catch (error) {
      for (const entry of batch) entry.reject(error)
    } finally {
      this.#inFlight -= 1
      this.#schedule()
    }
  }
}
