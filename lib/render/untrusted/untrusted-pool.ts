import type { UntrustedJob, UntrustedJobKind, UntrustedJobs, UntrustedOutcome } from './untrusted-job'
import { UntrustedThread } from './untrusted-thread'

export interface UntrustedPoolOptions {
  /** The most threads at once. */
  size?: number
  /** Jobs that may wait; past that they are `unavailable`. */
  maxWaiting?: number
  /** Milliseconds on a processor that one job may take in its thread. */
  timeoutMs?: number
  /** Milliseconds that may pass meanwhile. */
  patienceMs?: number
  /** What a thread has spent on a processor, in milliseconds; null where that is not known: then time itself ends a job. */
  cpuMs?: (thread: UntrustedThread) => number | null
}

interface Waiting {
  job: UntrustedJob
  settle: (outcome: UntrustedOutcome<unknown>) => void
}

interface Slot {
  thread: UntrustedThread | null
  current: Waiting | null
  hasBegun: boolean
  timer?: NodeJS.Timeout
}

const DEFAULTS = {
  size: 2,
  maxWaiting: 40,
  timeoutMs: 1000,
  patienceMs: 5000,
  cpuMs: (thread: UntrustedThread) => thread.cpuMs(),
}

/** The least that is waited before looking again, in milliseconds. */
const LOOK_AGAIN_MS = 20

/**
 * Does work on documents of others in threads of its own, started when first needed. A job that takes too long, or too
 * much memory, ends with its thread, which is replaced; the event loop of the service never waits for one.
 */
export class UntrustedPool {
  private readonly options: Required<UntrustedPoolOptions>
  private readonly slots: Slot[]
  private readonly waiting: Waiting[] = []

  constructor(options: UntrustedPoolOptions = {}) {
    this.options = { ...DEFAULTS, ...options }
    this.slots = Array.from({ length: this.options.size }, () => ({ thread: null, current: null, hasBegun: false }))
  }

  /**
   * Has a job done.
   * @returns `refused` when the document is at fault, time and memory included; never rejects
   */
  async run<Kind extends UntrustedJobKind>(
    kind: Kind,
    input: UntrustedJobs[Kind]['input'],
  ): Promise<UntrustedOutcome<UntrustedJobs[Kind]['output']>> {
    if (this.waiting.length >= this.options.maxWaiting) {
      return { kind: 'unavailable', reason: 'too many documents are being checked' }
    }
    const outcome = await new Promise<UntrustedOutcome<unknown>>((settle) => {
      this.waiting.push({ job: { kind, input } as UntrustedJob, settle })
      this.assign()
    })
    return outcome as UntrustedOutcome<UntrustedJobs[Kind]['output']>
  }

  /** Starts a thread before it is needed, so that the first job does not wait for it; nothing where one runs. */
  prepare(): void {
    const [slot] = this.slots
    if (!slot || this.slots.some(({ thread }) => thread)) return
    slot.thread = this.start(slot)
    slot.thread.rest()
  }

  /** How many threads there are. */
  get threadCount(): number {
    return this.slots.filter(({ thread }) => thread).length
  }

  /** Ends the threads; what waits or runs is `unavailable`. */
  close(): void {
    const unfinished = [...this.waiting.splice(0), ...this.slots.flatMap((slot) => this.release(slot) ?? [])]
    for (const slot of this.slots) this.drop(slot)
    for (const { settle } of unfinished) settle({ kind: 'unavailable', reason: 'the service is stopping' })
  }

  private assign(): void {
    // A thread that runs already comes before one that would have to be started.
    const free = this.slots.filter((slot) => !slot.current).sort((a, b) => Number(!a.thread) - Number(!b.thread))
    for (const slot of free) {
      const next = this.waiting.shift()
      if (!next) return
      this.begin(slot, next)
    }
  }

  private begin(slot: Slot, next: Waiting): void {
    slot.current = next
    try {
      const thread = (slot.thread ??= this.start(slot))
      thread.give(next.job, () => {
        if (slot.thread !== thread) return
        slot.hasBegun = true
        this.limit(slot, thread)
      })
    } catch (error) {
      this.finish(slot, { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) })
    }
  }

  /**
   * Ends the job once its thread has worked for too long. Where others use the processors, time passes without work:
   * that is not the document's fault, and ends as `unavailable`; so does time of which nobody can tell what it was.
   */
  private limit(slot: Slot, thread: UntrustedThread): void {
    const { timeoutMs, patienceMs, cpuMs } = this.options
    const [began, workedBefore] = [performance.now(), cpuMs(thread)]
    const look = () => {
      const [passed, worked] = [performance.now() - began, cpuMs(thread)]
      const isKnown = worked !== null && workedBefore !== null
      const spent = isKnown ? worked - workedBefore : passed
      if (spent < timeoutMs && passed < patienceMs) {
        slot.timer = setTimeout(look, Math.max(timeoutMs - spent, LOOK_AGAIN_MS))
        return
      }
      this.drop(slot)
      this.finish(
        slot,
        spent < timeoutMs || !isKnown
          ? { kind: 'unavailable', reason: 'the machine is too busy to process a document' }
          : { kind: 'refused', detail: `it takes longer than ${timeoutMs} ms to process` },
      )
    }
    slot.timer = setTimeout(look, timeoutMs)
  }

  private start(slot: Slot): UntrustedThread {
    const thread: UntrustedThread = new UntrustedThread({
      answered: (answer) => {
        if (slot.thread === thread) this.finish(slot, answer)
      },
      ended: (reason, isOutOfMemory) => {
        if (slot.thread !== thread) return
        slot.thread = null
        const isItsFault = slot.hasBegun && isOutOfMemory
        this.finish(
          slot,
          isItsFault ? { kind: 'refused', detail: 'it takes too much memory' } : { kind: 'unavailable', reason },
        )
      },
    })
    return thread
  }

  private finish(slot: Slot, outcome: UntrustedOutcome<unknown>): void {
    const finished = this.release(slot)
    slot.thread?.rest()
    finished?.settle(outcome)
    this.assign()
  }

  private release(slot: Slot): Waiting | null {
    const { current } = slot
    clearTimeout(slot.timer)
    slot.current = null
    slot.hasBegun = false
    return current
  }

  private drop(slot: Slot): void {
    slot.thread?.kill()
    slot.thread = null
  }
}
