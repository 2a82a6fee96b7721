/**
 * One reading for everybody who asks in the same turn of the process. It begins after all of them have asked, so that
 * nobody is answered by what was read before.
 */
export class SharedTurn<Result> {
  readonly #waiting = new Map<string, Promise<Result>>()

  constructor(private readonly read: (key: string) => Promise<Result>) {}

  get(key: string): Promise<Result> {
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting
    const begun = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#waiting.delete(key)
      return this.read(key)
    })
    this.#waiting.set(key, begun)
    return begun
  }
}
