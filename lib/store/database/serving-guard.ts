import { AsyncLocalStorage } from 'node:async_hooks'
import { ServiceError, undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { databaseSession, retireServingPool } from './database'
import { Deadline, DeadlineError } from './deadline'
import { servingDeadlineMs } from './deadlines'
import { isConnectionLost, onServingPool } from './on-serving-pool'

const PROBE_INTERVAL_MS = 250
/** How long a database that is in doubt has for its answer to nothing: half a second of two, a connection to it included. */
const doubtMs = () => servingDeadlineMs() / 4
/**
 * A database that answered any request within this time can be reached: a request that ran out of time was one of too
 * many.
 */
const answeredLatelyMs = () => servingDeadlineMs() / 2

/**
 * Guards what is served from the database: a request has one deadline for all that it asks, and while the database is
 * known to be out of reach nothing waits at all, so that a hundred requests in that state take no longer than one.
 */
class ServingGuard {
  #open = false
  /** Settles once it is known whether the database that is in doubt can be reached. */
  #doubt: Promise<void> | null = null
  #answeredAt = -Infinity
  readonly #session: object
  /** Until when what belongs to one answer may wait, by `performance.now()`. */
  readonly #together = new AsyncLocalStorage<{ until: number }>()
  #answersUnderWay = 0

  /** @param session ends when the database is closed, and the probing with it */
  constructor(session: object) {
    this.#session = session
  }

  /** False from a failure until a probe was answered. */
  get reachable(): boolean {
    return !this.#open
  }

  /**
   * Gives all that an answer asks for, one after the other, the time that each would have by itself: what is asked for last waits no longer
   * than the first would.
   * @param began when the answer was begun, by `performance.now()`
   */
  async together<T>(work: () => Promise<T>, began = performance.now()): Promise<T> {
    const time = { until: began + servingDeadlineMs() }
    this.#answersUnderWay += 1
    try {
      return await this.#together.run(time, work)
    } finally {
      // What the work began, such as a timer, may go on.
      time.until = Infinity
      this.#answersUnderWay -= 1
      // While it is on, each promise of the process is dearer (decision 161).
      if (this.#answersUnderWay === 0) this.#together.disable()
    }
  }

  /**
   * Runs a request's work on the database.
   * @param work gets the deadline, so that what it left waiting is not begun past it
   * @throws ServiceError `unavailable` for whatever goes wrong: undetermined, never a verdict
   */
  async run<T>(work: (deadline: Deadline) => Promise<T>): Promise<T> {
    // Whoever comes meanwhile would wait for a deadline of their own.
    if (this.#doubt) await this.#doubt
    // Without a cause: the log said it once, and says it again when the database is back.
    if (this.#open) throw undetermined()
    const left = (this.#together.getStore()?.until ?? Infinity) - performance.now()
    const deadline = new Deadline(Math.max(0, Math.min(left, servingDeadlineMs())))
    try {
      const result = await deadline.limit(work(deadline))
      this.#answeredAt = performance.now()
      return result
    } catch (error) {
      if (error instanceof ServiceError) throw error
      const silent = error instanceof DeadlineError && performance.now() - this.#answeredAt > answeredLatelyMs()
      if (silent && !this.#open) this.#doubt ??= this.#ask(error)
      if (isConnectionLost(error)) this.#trip(error)
      throw undetermined(error)
    }
  }

  /**
   * Nothing was said within the deadline: the connections may be dead without knowing it, and are given up. Whether the
   * database is out of reach, a new one tells: what ran out of time may have been a slow query, which must not close the
   * database to everybody else.
   */
  async #ask(error: unknown): Promise<void> {
    retireServingPool()
    try {
      await new Deadline(doubtMs()).limit(onServingPool((pool) => pool.query('SELECT 1')))
    } catch {
      this.#trip(error)
    } finally {
      this.#doubt = null
    }
  }

  #trip(error: unknown): void {
    if (this.#open) return
    this.#open = true
    log.error({ err: error }, 'the database is out of reach; answering 503 until it is back')
    void this.#probe()
  }

  /** Never rejects: a failed probe is followed by the next one, a connection of its own each. */
  async #probe(): Promise<void> {
    if (this.#session !== databaseSession()) return
    try {
      await onServingPool((pool) => pool.query('SELECT 1'))
      this.#open = false
      log.info('the database is back')
    } catch {
      setTimeout(() => void this.#probe(), PROBE_INTERVAL_MS).unref()
    }
  }
}

const holder = globalThis as typeof globalThis & { certificateServiceGuards?: WeakMap<object, ServingGuard> }

/** The one guard of this process, shared by every copy of this module, until the database is closed. */
export function servingGuard(): ServingGuard {
  const guards = (holder.certificateServiceGuards ??= new WeakMap())
  const session = databaseSession()
  let guard = guards.get(session)
  if (!guard) guards.set(session, (guard = new ServingGuard(session)))
  return guard
}
