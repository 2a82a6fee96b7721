import type { IncomingMessage } from 'node:http'

/** Requests that are answered at once, at most. */
const MOST = 256
/** So many are let in however slow the machine is. */
const FEW = 48
/** Of all, such as bring a body: one that never comes must not keep the place of a check, and lookups cost much. */
const MOST_WITH_BODY = 64

const LOOK_EVERY_MS = 50
const LOOKS_A_SECOND = 1000 / LOOK_EVERY_MS
/** After half a second with more than a few under way it is no burst any more. */
const PRESSED_LOOKS = LOOKS_A_SECOND / 2
/** Seconds that a request should wait behind others at most: a quarter of its deadline. */
const WAIT_SECONDS = 0.5

export interface PlaceLimits {
  most?: number
  mostWithBody?: number
}

/**
 * The places for requests under way. Whoever finds none is refused at once, which costs a fraction of an answer: past
 * its capacity the service goes on answering as many as it can, each of them in time. While many are under way for long,
 * there are as many places as requests were answered in the last half second, whatever made it slow (decision 35).
 */
export class Places {
  readonly #most: number
  readonly #mostWithBody: number
  readonly #timer: NodeJS.Timeout
  #taken = 0
  #takenWithBody = 0
  #limit: number
  #pressed = 0
  #left = 0
  readonly #leftBefore = new Array<number>(LOOKS_A_SECOND).fill(0)

  constructor({ most = MOST, mostWithBody = MOST_WITH_BODY }: PlaceLimits = {}) {
    this.#most = most
    this.#mostWithBody = mostWithBody
    this.#limit = most
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref()
  }

  /**
   * Takes a place for a request.
   * @returns what gives the place back, to be called once; null when there is none
   */
  take(message: Pick<IncomingMessage, 'headers'>): (() => void) | null {
    const { headers } = message
    const withBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
    if (this.#taken >= this.#limit || (withBody && this.#takenWithBody >= this.#mostWithBody)) return null
    this.#taken += 1
    if (withBody) this.#takenWithBody += 1
    return () => {
      this.#taken -= 1
      this.#left += 1
      if (withBody) this.#takenWithBody -= 1
    }
  }

  /** Sets the number of places by what the last second was like; called twenty times a second. */
  look(): void {
    this.#leftBefore.push(this.#left)
    this.#leftBefore.shift()
    this.#left = 0
    this.#pressed = this.#taken >= FEW ? this.#pressed + 1 : 0
    const inASecond = this.#leftBefore.reduce((sum, count) => sum + count, 0)
    const inTime = Math.max(FEW, Math.floor(inASecond * WAIT_SECONDS))
    this.#limit = this.#pressed < PRESSED_LOOKS ? this.#most : Math.min(this.#most, inTime)
  }

  /** Looks no more: for tests, which do it themselves. */
  stop(): this {
    clearInterval(this.#timer)
    return this
  }
}

/** Health is asked by those who must know how the process is, above all when it is busy. */
export function needsPlace(message: IncomingMessage): boolean {
  return !(message.url ?? '').startsWith('/api/health/')
}
