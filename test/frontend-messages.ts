/**
 * Reads what a PostgreSQL client sends (protocol 3.0) just far enough to see prepared statements being run.
 */
export class FrontendMessages<T> {
  #rest = Buffer.alloc(0)
  #started = false
  readonly #onBind: (statement: string) => T

  /** @param onBind is told the name of each prepared statement that is run, "" for one without */
  constructor(onBind: (statement: string) => T) {
    this.#onBind = onBind
  }

  /** @returns what `onBind` returned for each statement in this piece */
  read(chunk: Buffer): T[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const results: T[] = []
    for (;;) {
      // The first message, which starts the session, has no type.
      const head = this.#started ? 1 : 0
      if (this.#rest.length < head + 4) return results
      const length = head + this.#rest.readInt32BE(head)
      if (this.#rest.length < length) return results
      const message = this.#rest.subarray(0, length)
      this.#rest = this.#rest.subarray(length)
      if (this.#started && message[0] === 'B'.charCodeAt(0)) results.push(this.#onBind(statementOf(message)))
      this.#started = true
    }
  }
}

/** Bind: type, length, name of the portal, name of the statement, both ending with NUL. */
function statementOf(bind: Buffer): string {
  const portalEnd = bind.indexOf(0, 5)
  return bind.toString('utf8', portalEnd + 1, bind.indexOf(0, portalEnd + 1))
}
