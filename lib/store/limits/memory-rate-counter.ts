import { type GroupWindows, OpenWindows } from './open-windows'
import type { CountedGroup, RateCount, RateCounter } from './rate-counter'

/** The most windows that are held: 14 MB, measured with as many addresses. */
const MOST_WINDOWS = 250_000

/** Counts in this process (spec part 8). The windows are bounded: past 250 000 the oldest one gives way. */
export class MemoryRateCounter implements RateCounter {
  readonly healthy = true
  private readonly groups = new Map<string, GroupWindows>()
  private readonly windows: OpenWindows

  /** @param options `mostWindows`: how many windows are held */
  constructor(options: { mostWindows?: number } = {}) {
    this.windows = new OpenWindows(options.mostWindows ?? MOST_WINDOWS)
  }

  /** How many windows are held, some that are over included. */
  get size(): number {
    return this.windows.size
  }

  count(group: CountedGroup, key: string, places = 1): Promise<RateCount> {
    const now = performance.now()
    const place = this.windows.open(this.windowsOf(group), key, now)
    const before = this.windows.countAt(place)
    const allowed = before + places <= group.limit
    // Several places are taken all or not at all; one is counted past the limit, too.
    if (allowed || places === 1) this.windows.take(place, places)
    return Promise.resolve({
      allowed,
      limit: group.limit,
      remaining: Math.max(0, group.limit - this.windows.countAt(place)),
      resetAt: new Date(Date.now() + this.windows.leftAt(place, now)),
      source: 'memory',
    })
  }

  start(): Promise<void> {
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.windows.clear()
    return Promise.resolve()
  }

  private windowsOf(group: CountedGroup): GroupWindows {
    let windows = this.groups.get(group.name)
    if (windows === undefined) this.groups.set(group.name, (windows = new Map()))
    return windows
  }
}
