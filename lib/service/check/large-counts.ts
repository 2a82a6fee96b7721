interface Counting<T> {
  result: Promise<T>
  /** Milliseconds since 1970; infinite while it is counted. */
  until: number
}

/**
 * Counts that are exact while they are small, and up to a minute old where counting takes long: a number of hundreds of
 * thousands is read as a size, and every visitor of a profile would otherwise count them again.
 */
export class LargeCounts<T = number> {
  readonly #counts = new Map<string, Counting<T>>()
  readonly #last = new Map<string, { count: T; at: number }>()
  readonly #count: (id: string) => Promise<T>
  readonly #size: (counted: T) => number
  readonly #from: number
  readonly #keepMs: number

  /**
   * @param count counts what belongs to an id
   * @param options `size`: how many were counted; `from`: the first number that is remembered; `keepMs`: for how long
   */
  constructor(
    count: (id: string) => Promise<T>,
    {
      size = Number,
      from = 10_000,
      keepMs = 60_000,
    }: { size?: (counted: T) => number; from?: number; keepMs?: number } = {},
  ) {
    this.#count = count
    this.#size = size
    this.#from = from
    this.#keepMs = keepMs
  }

  /**
   * The count of an id; whoever asks while it is counted gets the same.
   * @param now milliseconds since 1970
   * @throws what counting throws, which is not remembered
   */
  async get(id: string, now: number): Promise<T> {
    const known = this.#counts.get(id)
    if (known && known.until > now) return known.result
    const counting: Counting<T> = { result: this.#count(id), until: Infinity }
    this.#counts.set(id, counting)
    try {
      const count = await counting.result
      if (this.#size(count) >= this.#from) {
        counting.until = now + this.#keepMs
        this.#last.set(id, { count, at: now })
      } else {
        this.#counts.delete(id)
        this.#last.delete(id)
      }
      return count
    } catch (error) {
      this.#counts.delete(id)
      throw error
    }
  }

  /**
   * The last count, while a newer one is made: for a page that shall not wait.
   * @param now milliseconds since 1970
   * @param oldestMs how old it may be; any age, where the page says when it was counted
   * @throws as `get`, where there is none of that age
   */
  async last(id: string, now: number, oldestMs = Infinity): Promise<T> {
    const counting = this.get(id, now)
    const last = this.#last.get(id)
    if (last === undefined || now - last.at > oldestMs) return counting
    counting.catch(() => undefined)
    return last.count
  }
}
