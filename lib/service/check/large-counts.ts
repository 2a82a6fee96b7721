interface Counting {
  result: Promise<number>
  /** Milliseconds since 1970; infinite while it is counted. */
  until: number
}

/**
 * Counts that are exact while they are small, and up to a minute old where counting takes long: a number of hundreds of
 * thousands is read as a size, and every visitor of a profile would otherwise count them again.
 */
export class LargeCounts {
  readonly #counts = new Map<string, Counting>()
  readonly #count: (id: string) => Promise<number>
  readonly #from: number
  readonly #keepMs: number

  /**
   * @param count counts what belongs to an id
   * @param options `from`: the first number that is remembered; `keepMs`: for how long
   */
  constructor(count: (id: string) => Promise<number>, { from = 10_000, keepMs = 60_000 } = {}) {
    this.#count = count
    this.#from = from
    this.#keepMs = keepMs
  }

  /**
   * The count of an id; whoever asks while it is counted gets the same.
   * @param now milliseconds since 1970
   * @throws what counting throws, which is not remembered
   */
  async get(id: string, now: number): Promise<number> {
    const known = this.#counts.get(id)
    if (known && known.until > now) return known.result
    const counting: Counting = { result: this.#count(id), until: Infinity }
    this.#counts.set(id, counting)
    try {
      const count = await counting.result
      if (count >= this.#from) counting.until = now + this.#keepMs
      else this.#counts.delete(id)
      return count
    } catch (error) {
      this.#counts.delete(id)
      throw error
    }
  }
}
