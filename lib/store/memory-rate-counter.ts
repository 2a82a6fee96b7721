import { type CountedGroup, type RateCount, type RateCounter, WINDOW_MS } from './rate-counter'

interface Window {
  count: number
  resetAt: number
}

/** Windows held at most: about 60 MB. */
const MOST_WINDOWS = 250_000
/** Expired windows dropped with each count, so that dropping never stalls a request. */
const DROPPED_AT_ONCE = 64

/**
 * Counts in this process (definitions.md part 8). Memory is bounded: expired windows are dropped from the front of the
 * map, which is in the order of expiry since all windows last equally long, and past 250 000 the oldest one gives way.
 */
export class MemoryRateCounter implements RateCounter {
  readonly healthy = true
  private readonly windows = new Map<string, Window>()
  private readonly now: () => number
  private readonly mostWindows: number

  /** @param options `now`: milliseconds since 1970, for tests; `mostWindows`: how many windows are held */
  constructor(options: { now?: () => number; mostWindows?: number } = {}) {
    this.now = options.now ?? Date.now
    this.mostWindows = options.mostWindows ?? MOST_WINDOWS
  }

  /** How many windows are held, expired ones included. */
  get size(): number {
    return this.windows.size
  }

  count(group: CountedGroup, key: string, places = 1): Promise<RateCount> {
    return Promise.resolve(this.countNow(group, key, places))
  }

  /** As count, at once. */
  countNow(group: CountedGroup, key: string, places = 1): RateCount {
    const now = this.now()
    this.dropExpired(now)
    const name = `${group.name}:${key}`
    let window = this.windows.get(name)
    if (window === undefined || !isOpen(window, now)) {
      this.windows.delete(name)
      window = { count: 0, resetAt: now + WINDOW_MS }
      this.makeRoom()
      this.windows.set(name, window)
    }
    const allowed = window.count + places <= group.limit
    if (allowed || places === 1) window.count += places
    return {
      allowed,
      limit: group.limit,
      remaining: Math.max(0, group.limit - window.count),
      resetAt: new Date(window.resetAt),
      source: 'memory',
    }
  }

  start(): Promise<void> {
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.windows.clear()
    return Promise.resolve()
  }

  private dropExpired(now: number): void {
    let left = DROPPED_AT_ONCE
    for (const [name, window] of this.windows) {
      if (left-- === 0 || isOpen(window, now)) return
      this.windows.delete(name)
    }
  }

  private makeRoom(): void {
    if (this.windows.size < this.mostWindows) return
    const oldest = this.windows.keys().next()
    if (!oldest.done) this.windows.delete(oldest.value)
  }
}

/** A window that would end more than a minute ahead is from before the clock was set back: it is over, too. */
function isOpen(window: Window, now: number): boolean {
  return window.resetAt > now && window.resetAt - now <= WINDOW_MS
}
