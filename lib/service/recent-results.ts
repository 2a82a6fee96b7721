/** Results by key, the ones computed last kept; never more than `capacity`. */
export class RecentResults<Result> {
  readonly #results = new Map<string, Result>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The result under this key, computed when it is not there. */
  get(key: string, compute: () => Result): Result {
    const known = this.#results.get(key)
    if (known !== undefined) return known
    const result = compute()
    if (this.#results.size >= this.#capacity) this.#dropOldest()
    this.#results.set(key, result)
    return result
  }

  /** A tenth at a time, oldest first: cheaper than to move each result on each use, and as bounded. */
  #dropOldest(): void {
    let surplus = Math.ceil(this.#capacity / 10)
    for (const key of this.#results.keys()) {
      if (surplus-- === 0) return
      this.#results.delete(key)
    }
  }
}
