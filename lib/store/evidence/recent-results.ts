/**
 * Results of pure functions by a short key, the ones computed last kept; never more than `capacity`.
 * A long key costs more than it saves: each time it is new text, which has to be hashed as a whole to be found. So what
 * a result was computed of may be more than its key says, and then it is compared.
 */
export class RecentResults<Result> {
  readonly #results = new Map<string, Result>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /**
   * The result under this key, computed when it is not there.
   * @param isOfThese whether a known result was computed of these inputs, where the key does not name them all
   */
  get(key: string, compute: () => Result, isOfThese?: (known: Result) => boolean): Result {
    const known = this.#results.get(key)
    if (known !== undefined && (!isOfThese || isOfThese(known))) return known
    const result = compute()
    this.set(key, result)
    return result
  }

  /** The result under this key; undefined where there is none. */
  peek(key: string): Result | undefined {
    return this.#results.get(key)
  }

  /** Keeps a result, in place of another under the same key. */
  set(key: string, result: Result): void {
    if (this.#results.size >= this.#capacity && !this.#results.has(key)) this.#dropOldest()
    this.#results.set(key, result)
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
