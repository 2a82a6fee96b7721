import { noteCapacity } from '@/lib/http/limits/capacity'

/** The most requests that are worked on at once. */
const MOST = 256
/** So many are let in however slow the machine is. */
const FEW = 48

const LOOK_EVERY_MS = 50
const LOOKS_A_SECOND = 1000 / LOOK_EVERY_MS
/** After half a second with more than a few under way it is no burst any more. */
const PRESSED_LOOKS = LOOKS_A_SECOND / 2
/** Seconds that a request should wait behind others at most: a quarter of its deadline. */
const WAIT_SECONDS = 0.5

export interface PlaceLimits {
  most?: number
  /** The part of the places that is the most of one address. */
  share?: number
}

/**
 * The places for requests under way. Whoever finds none is refused at once, which costs a fraction of an answer: past
 * its capacity the service goes on answering as many as it can, each of them in time. While many are under way for long,
 * there are as many places as requests were answered in the last half second, whatever made it slow (decision 35). Half of
 * the places are the most that one address can take from others (decision 40), unless another `share` is said.
 */
export class Places {
  readonly #most: number
  readonly #part: number
  readonly #timer: NodeJS.Timeout
  readonly #byAddress = new Map<string, number>()
  #taken = 0
  #limit: number
  #pressed = 0
  #left = 0
  readonly #leftBefore = new Array<number>(LOOKS_A_SECOND).fill(0)

  constructor({ most = MOST, share = 1 / 2 }: PlaceLimits = {}) {
    this.#most = most
    this.#part = share
    this.#limit = most
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref()
  }

  /** Whether a request from this address would find a place. */
  hasRoom(address: string): boolean {
    const share = this.#share
    if ((this.#byAddress.get(address) ?? 0) >= share) return false
    return this.#taken < this.#limit || this.#counted(share) < this.#limit
  }

  /**
   * Takes a place for a request.
   * @param address the caller's, as it is counted
   * @returns what gives the place back, to be called once; null when there is none
   */
  take(address: string): (() => void) | null {
    return this.hasRoom(address) ? this.enter(address) : null
  }

  /** Takes a place whether there is one or not: for a request that was let in before its body came. */
  enter(address: string): () => void {
    this.#taken += 1
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1)
    return () => {
      this.#taken -= 1
      this.#left += 1
      const others = (this.#byAddress.get(address) ?? 1) - 1
      if (others === 0) this.#byAddress.delete(address)
      else this.#byAddress.set(address, others)
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
    noteCapacity(this.#taken < this.#limit || this.#counted(this.#share) < this.#limit)
  }

  /** Looks no more: for tests, which do it themselves, and for a listener that was closed. */
  stop(): this {
    clearInterval(this.#timer)
    return this
  }

  get #share(): number {
    return Math.ceil(this.#limit * this.#part)
  }

  /** What is taken, where an address that holds more than its share counts as if it held just that. */
  #counted(share: number): number {
    let sum = 0
    for (const count of this.#byAddress.values()) sum += Math.min(count, share)
    return sum
  }
}

/** Health is asked by those who must know how the process is, above all when it is busy. */
export function needsPlace(path: string): boolean {
  return !path.startsWith('/api/health/')
}
