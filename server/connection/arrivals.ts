import type { IncomingMessage } from 'node:http'

/** The bodies that may be on their way at a time, from one address and in all. */
const MOST_OF_ONE = 8
const MOST = 512
/** After so long without it a body has to come with so many bytes a second. */
const PATIENCE_MS = 5000
const BYTES_A_SECOND = 1000

const LOOK_EVERY_MS = 250

interface Arrival {
  message: IncomingMessage
  /** Bytes of the connection when somebody last looked. */
  seen: number
  /** By then more must have come, in milliseconds on the process's own clock. */
  due: number
  /** Its body has come. */
  arrived: () => void
  /** It comes too slowly. */
  tooSlow: () => void
}

/** What is done about a body, one of the two. */
type ArrivalEnds = Pick<Arrival, 'arrived' | 'tooSlow'>

/**
 * Requests whose bodies are still on their way. They hold no place: a request counts as under way only once its body has
 * come (spec part 1, "Requests"), so that bodies which never come keep nobody out.
 */
export class Arrivals {
  readonly #arrivals = new Set<Arrival>()
  readonly #byAddress = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref()
  }

  /**
   * Begins to wait for a body.
   * @param address the caller's, as it is counted
   * @returns what ends the wait, whatever came of it; null when too many are on their way already
   */
  await(message: IncomingMessage, address: string, ends: ArrivalEnds, now = performance.now()): (() => void) | null {
    const ofOne = this.#byAddress.get(address) ?? 0
    if (ofOne >= MOST_OF_ONE || this.#arrivals.size >= MOST) return null
    const arrival = { message, seen: message.socket.bytesRead, due: now + PATIENCE_MS, ...ends }
    this.#arrivals.add(arrival)
    this.#byAddress.set(address, ofOne + 1)
    message.once('end', () => this.#arrivals.has(arrival) && arrival.arrived())
    return () => {
      if (!this.#arrivals.delete(arrival)) return
      const others = (this.#byAddress.get(address) ?? 1) - 1
      if (others === 0) this.#byAddress.delete(address)
      else this.#byAddress.set(address, others)
    }
  }

  /** Looks after all of them; called four times a second. */
  look(now = performance.now()): void {
    for (const arrival of [...this.#arrivals]) {
      if (arrival.message.complete) arrival.arrived()
      else if (isLate(arrival, now)) arrival.tooSlow()
    }
  }

  /** Looks no more: for tests, which do it themselves, and for a listener that was closed. */
  stop(): this {
    clearInterval(this.#timer)
    return this
  }
}

/** Each kilobyte is worth a second, and nobody has more than five ahead. What waits to be read by us is not the sender's fault. */
function isLate(arrival: Arrival, now: number): boolean {
  const { message, seen } = arrival
  const read = message.socket.bytesRead
  const waitsForUs = message.readableLength > 0
  const earned = waitsForUs ? PATIENCE_MS : ((read - seen) / BYTES_A_SECOND) * 1000
  arrival.seen = read
  arrival.due = Math.min(Math.max(arrival.due, waitsForUs ? now : 0) + earned, now + PATIENCE_MS)
  return now > arrival.due
}
