import type { RateLimiterMemory } from 'rate-limiter-flexible'
import { WINDOW_MS } from './rate-counter'

/**
 * The windows of limiters in memory in the order of their ends, which is that of their beginnings, since all last
 * equally long. It is a ring of fixed size: a map would search through everything deleted from its front, which costs
 * more the more addresses come.
 */
export class OpenWindows {
  private readonly keys: (string | undefined)[]
  private readonly limiters: (RateLimiterMemory | undefined)[]
  private readonly ends: Float64Array
  private first = 0
  private held = 0

  /** @param most how many are held at most */
  constructor(private readonly most: number) {
    this.keys = new Array<string | undefined>(most)
    this.limiters = new Array<RateLimiterMemory | undefined>(most)
    this.ends = new Float64Array(most)
  }

  /** How many are held; those that are over leave when the next one is added. */
  get size(): number {
    return this.held
  }

  /** Adds a window that has just begun; the oldest gives way where there is no room, and its limiter forgets it. */
  async add(limiter: RateLimiterMemory, key: string): Promise<void> {
    const now = performance.now()
    while (this.held > 0 && (this.ends[this.first] ?? 0) <= now) this.takeFirst()
    const displaced = this.held === this.most ? this.takeFirst() : null
    const place = (this.first + this.held) % this.most
    this.keys[place] = key
    this.limiters[place] = limiter
    this.ends[place] = now + WINDOW_MS
    this.held++
    if (displaced) await displaced.limiter?.delete(displaced.key)
  }

  /** Makes every limiter forget what it holds. */
  async clear(): Promise<void> {
    while (this.held > 0) {
      const { limiter, key } = this.takeFirst()
      await limiter?.delete(key)
    }
  }

  private takeFirst(): { limiter: RateLimiterMemory | undefined; key: string } {
    const taken = { limiter: this.limiters[this.first], key: this.keys[this.first] ?? '' }
    this.keys[this.first] = this.limiters[this.first] = undefined
    this.first = (this.first + 1) % this.most
    this.held--
    return taken
  }
}
