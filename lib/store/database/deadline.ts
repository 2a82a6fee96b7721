/** Thrown if the time for a request has ended. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/** The time that one request has, for everything that it needs. Whoever still works for it past that may stop. */
export class Deadline {
  #passed = false
  #timer: NodeJS.Timeout | undefined
  readonly #milliseconds: number

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Whether the request was answered without waiting any longer. */
  get passed(): boolean {
    return this.#passed
  }

  /**
   * Waits for work, but not past the deadline.
   * @throws DeadlineError when it passes first; the work then continues unobserved, and its failure is ignored
   */
  async limit<T>(work: Promise<T>): Promise<T> {
    const over = new Promise<never>((_resolve, reject) => {
      this.#timer = setTimeout(() => {
        this.#passed = true
        reject(new DeadlineError(`it took longer than ${this.#milliseconds} ms`))
      }, this.#milliseconds)
    })
    try {
      return await Promise.race([work, over])
    } finally {
      clearTimeout(this.#timer)
    }
  }
}
