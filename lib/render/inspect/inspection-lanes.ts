import type { InspectionLimits, ProcessEnd } from './inspect-process'
import { InspectionQueue } from './inspection-queue'

/** The processor time for an inspection: an ordinary file takes a third of it. On a busy machine more time passes. */
export const QUICK: InspectionLimits = { cpuMs: 2000, timeMs: 5000, isNice: false }
/** Spec part 7; behind everybody else who wants a processor, which may take a while longer. */
const SLOW: InspectionLimits = { cpuMs: 5000, timeMs: 8000, isNice: true }
/** A comparison is waited for by nobody who has no verdict yet: on a busy machine it may take its time. */
const COMPARED: InspectionLimits = { ...SLOW, timeMs: 20_000 }

/** What a file may use up in each lane, and how many may wait in the quick one. */
interface LaneLimits {
  quick: InspectionLimits
  slow: InspectionLimits
  compared: InspectionLimits
  mayWait: number
}

/** So long files of a sender of slow ones go into the slow lane at once, in milliseconds. */
const REMEMBERED_MS = 60_000
const MOST_REMEMBERED = 10_000

/** Inspects the document within limits. */
type Inspect = (limits: InspectionLimits) => Promise<ProcessEnd>

/**
 * Two lanes for inspections, so that files which use up all of their time keep nobody's ordinary file waiting. A file has two
 * seconds of processor time in the quick lane. What needs more begins anew in the slow one, where one runs at a time, and for a minute the
 * sender's files go there at once.
 */
export class InspectionLanes {
  readonly #quick: InspectionQueue
  readonly #slow = new InspectionQueue(1, 4)
  /** A comparison takes a second and is asked for once the verdict is shown: it keeps no file waiting for its own. */
  readonly #compared = new InspectionQueue(1, 16)
  /** Until when, by network. */
  readonly #slowSenders = new Map<string, number>()
  readonly #limits: LaneLimits

  /** @param limits smaller ones, for tests that use up all there is */
  constructor(limits: Partial<LaneLimits> = {}) {
    this.#limits = { quick: QUICK, slow: SLOW, compared: COMPARED, mayWait: 32, ...limits }
    this.#quick = new InspectionQueue(2, this.#limits.mayWait)
  }

  /**
   * Inspects a document in its turn.
   * @param address the caller's, as it is counted; null for one that shares with nobody
   * @returns null when there was no room
   */
  async run(address: string | null, inspect: Inspect, now = performance.now()): Promise<ProcessEnd | null> {
    if (address === null || !this.#isSlow(address, now)) {
      const end = await this.#quick.run(address, () => inspect(this.#limits.quick))
      if (end?.end !== 'spent') return end
      if (address !== null) this.#remember(address, now)
    }
    return this.#slow.run(address, () => inspect(this.#limits.slow))
  }

  /**
   * Compares a document with the issued one in its turn, behind everybody else who wants a processor.
   * @param address the caller's, as it is counted
   * @returns null when there was no room
   */
  compare(address: string, inspect: Inspect): Promise<ProcessEnd | null> {
    return this.#compared.run(address, () => inspect(this.#limits.compared))
  }

  #isSlow(address: string, now: number): boolean {
    return (this.#slowSenders.get(networkOf(address)) ?? -Infinity) > now
  }

  /** The map keeps the order in which they came: the oldest goes first. */
  #remember(address: string, now: number): void {
    const network = networkOf(address)
    this.#slowSenders.delete(network)
    this.#slowSenders.set(network, now + REMEMBERED_MS)
    const [oldest] = this.#slowSenders.keys()
    if (this.#slowSenders.size > MOST_REMEMBERED && oldest !== undefined) this.#slowSenders.delete(oldest)
  }
}

/** Whoever has a /64 often has the /48 around it. */
function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 3).join(':') : address
}
