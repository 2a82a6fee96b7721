import type { IncomingMessage } from 'node:http'

/** Requests that are answered at once: few enough that the last of them is answered long before its deadline. */
const MOST = 256
/** While the process is late with everything, as under requests that each cost much. */
const MOST_WHILE_LATE = 48
/** Of those, such as bring a body: one that never comes must not keep the place of a check, and lookups cost much. */
const MOST_WITH_BODY = 64

const LOOK_EVERY_MS = 50
const LATE_MS = 300

export interface PlaceLimits {
  most?: number
  mostWithBody?: number
}

/**
 * The places for requests under way. Whoever finds none is refused at once, which costs a fraction of an answer: past
 * its capacity the service goes on answering as many as it can, each of them in time (decision 35).
 */
export class Places {
  readonly #most: number
  readonly #mostWithBody: number
  #taken = 0
  #takenWithBody = 0
  /** How often in a row the process was found to be late. */
  #late = 0
  #lookedAt = performance.now()

  constructor({ most = MOST, mostWithBody = MOST_WITH_BODY }: PlaceLimits = {}) {
    this.#most = most
    this.#mostWithBody = mostWithBody
    setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  /**
   * Takes a place for a request.
   * @returns what gives the place back, to be called once; null when there is none
   */
  take(message: IncomingMessage): (() => void) | null {
    const { headers } = message
    const withBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
    if (this.#taken >= (this.#late > 1 ? Math.min(MOST_WHILE_LATE, this.#most) : this.#most)) return null
    if (withBody && this.#takenWithBody >= this.#mostWithBody) return null
    this.#taken += 1
    if (!withBody) return () => void (this.#taken -= 1)
    this.#takenWithBody += 1
    return () => {
      this.#taken -= 1
      this.#takenWithBody -= 1
    }
  }

  /** A timer that fires late says that requests wait for the processor; once alone it may have been anything. */
  #look(): void {
    const now = performance.now()
    this.#late = now - this.#lookedAt - LOOK_EVERY_MS > LATE_MS ? this.#late + 1 : 0
    this.#lookedAt = now
  }
}

/** Health is asked by those who must know how the process is, above all when it is busy. */
export function needsPlace(message: IncomingMessage): boolean {
  return !(message.url ?? '').startsWith('/api/health/')
}
