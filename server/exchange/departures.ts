import type { ServerResponse } from 'node:http'

/** What the system takes at once, whoever reads it or not. */
const SMALL_BYTES = 64 * 1024
/** An answer has to be read within this, and a second more for each four kilobytes: a telephone far from a mast reads as fast. */
const PATIENCE_MS = 30_000
const BYTES_A_SECOND = 4000

const LOOK_EVERY_MS = 1000

/**
 * Answers on their way whose whole body is in memory until it is read. Who reads one too slowly loses the connection: a byte now and
 * then would keep it for hours, and a thousand connections a thousand of them.
 */
export class Departures {
  /** When each has to be read by, in milliseconds on the process's own clock. */
  readonly #due = new Map<ServerResponse, number>()
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref()
  }

  /** Follows an answer until it is read, or its connection is gone. @param bytes of its body */
  follow(answer: ServerResponse, bytes: number, now = performance.now()): void {
    if (bytes <= SMALL_BYTES) return
    this.#due.set(answer, now + PATIENCE_MS + (bytes / BYTES_A_SECOND) * 1000)
    answer.once('close', () => this.#due.delete(answer))
  }

  /** Ends what is late; called once a second. */
  look(now = performance.now()): void {
    for (const [answer, due] of this.#due) if (now > due) answer.destroy()
  }

  /** Looks no more: for tests, which do it themselves, and for a listener that was closed. */
  stop(): this {
    clearInterval(this.#timer)
    return this
  }
}
