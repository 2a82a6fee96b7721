import type { RateLimiterMemory } from 'rate-limiter-flexible'
import { WINDOW_MS } from './rate-counter'

const FIRST_ROOM = 1024

/**
 * The windows of limiters in memory in the order of their ends, which is that of their beginnings, since all last
 * equally long. It is a ring: a map would search through everything deleted from its front, which costs more the more
 * addresses come. It grows as it fills: a process that few ask makes no room for all.
 */
export class OpenWindows {
  private keys: (string | undefined)[] = []
  private limiters: (RateLimiterMemory | undefined)[] = []
  private ends = new Float64Array()
  private first = 0
  private held = 0

  /** @param most how many are held at most */
  constructor(private readonly most: number) {
    this.makeRoom(Math.min(most, FIRST_ROOM))
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
    if (this.held === this.room) this.makeRoom(Math.min(this.most, this.room * 2))
    const place = (this.first + this.held) % this.room
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

  private get room(): number {
    return this.ends.length
  }

  /** Makes the ring larger, the oldest at its front. */
  private makeRoom(room: number): void {
    const { first, ends } = this
    this.keys = [...this.keys.slice(first), ...this.keys.slice(0, first)]
    this.limiters = [...this.limiters.slice(first), ...this.limiters.slice(0, first)]
    this.ends = new Float64Array(room)
    this.ends.set(ends.subarray(first))
    this.ends.set(ends.subarray(0, first), ends.length - first)
    this.first = 0
  }

  private takeFirst(): { limiter: RateLimiterMemory | undefined; key: string } {
    const taken = { limiter: this.limiters[this.first], key: this.keys[this.first] ?? '' }
    this.keys[this.first] = this.limiters[this.first] = undefined
    this.first = (this.first + 1) % this.room
    this.held--
    return taken
  }
}
