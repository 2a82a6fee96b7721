import { RateLimiterMemory } from 'rate-limiter-flexible'
import { consumed } from './consumed'
import { OpenWindows } from './open-windows'
import { presentCount } from './present-count'
import { type CountedGroup, type RateCount, type RateCounter, WINDOW_MS } from './rate-counter'

/** The most windows that are held: about 190 MB, measured with a million addresses. */
const MOST_WINDOWS = 250_000

/**
 * Counts in this process (spec part 8), by rate-limiter-flexible. Its store forgets a window when the window ends, but
 * holds as many as there are addresses; here they are bounded: past 250 000 the oldest one gives way.
 */
export class MemoryRateCounter implements RateCounter {
  readonly healthy = true
  private readonly limiters = new Map<string, RateLimiterMemory>()
  private readonly windows: OpenWindows

  /** @param options `mostWindows`: how many windows are held */
  constructor(options: { mostWindows?: number } = {}) {
    this.windows = new OpenWindows(options.mostWindows ?? MOST_WINDOWS)
  }

  /** How many windows are held, some that are over included. */
  get size(): number {
    return this.windows.size
  }

  async count(group: CountedGroup, key: string, places = 1): Promise<RateCount> {
    const limiter = this.limiterOf(group)
    const counted = await consumed(limiter.consume(key, places))
    if (counted.isFirstInDuration) await this.windows.add(limiter, key)
    const isRefused = counted.consumedPoints > group.limit
    const taken = isRefused && places > 1 ? await limiter.reward(key, places) : counted
    return presentCount(group, { counted, taken: taken.consumedPoints, source: 'memory' })
  }

  start(): Promise<void> {
    return Promise.resolve()
  }

  close(): Promise<void> {
    return this.windows.clear()
  }

  private limiterOf(group: CountedGroup): RateLimiterMemory {
    let limiter = this.limiters.get(group.name)
    if (limiter === undefined) {
      limiter = new RateLimiterMemory({ keyPrefix: '', points: group.limit, duration: WINDOW_MS / 1000 })
      this.limiters.set(group.name, limiter)
    }
    return limiter
  }
}
