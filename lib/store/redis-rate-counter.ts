import { type CountingRedis, connectForCounting, within } from './counting-redis'
import { MemoryRateCounter } from './memory-rate-counter'
import { type CountedGroup, type RateCount, type RateCounter, WINDOW_MS } from './rate-counter'

/** No request waits longer than this for the counter (milliseconds). */
const PATIENCE_MS = 90
const PROBE_EVERY_MS = 1000
/** A probe that stays unanswered this long means that the connection itself is dead. */
const DEAD_AFTER_MS = 5000

/**
 * Counts in Redis, so that several processes share one limit; falls back to memory by a rule written out here
 * (definitions.md part 8). After any failure a breaker opens: nothing but one probe a second goes to Redis until a
 * probe is answered in time, and a probe counts for nobody.
 */
export class RedisRateCounter implements RateCounter {
  private readonly redis: CountingRedis
  private readonly memory: MemoryRateCounter
  private readonly patienceMs: number
  private readonly onChange: (healthy: boolean, cause?: unknown) => void
  /** Redis's clock minus the monotonic clock of this process; null until the first probe was answered. */
  private offset: number | null = null
  private open = true
  private announced: boolean | null = null
  private probeSentAt: number | null = null
  private readonly timer: NodeJS.Timeout

  /**
   * @param url address of Redis
   * @param options `onChange`: told when counting in Redis begins (true) or fails (false, and why); `patienceMs` is for
   *   tests of exactness on machines that are slow themselves
   */
  constructor(
    url: string,
    options: { onChange?: (healthy: boolean, cause?: unknown) => void; patienceMs?: number } = {},
  ) {
    this.patienceMs = options.patienceMs ?? PATIENCE_MS
    this.memory = new MemoryRateCounter()
    this.onChange = options.onChange ?? (() => undefined)
    this.redis = connectForCounting(url)
    // Every command is rejected with the same cause; without a listener ioredis prints each one.
    this.redis.on('error', (cause) => this.fail(cause))
    this.redis.on('ready', () => void this.probe())
    this.timer = setInterval(() => this.open && void this.probe(), PROBE_EVERY_MS)
    this.timer.unref()
  }

  get healthy(): boolean {
    return !this.open
  }

  async start(): Promise<void> {
    const deadline = performance.now() + 1000
    while (this.open && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
    if (this.open) this.fail(new Error('Redis does not answer'))
  }

  async count(group: CountedGroup, key: string, places = 1): Promise<RateCount | 'uncountable'> {
    if (!this.open) {
      try {
        return await this.countInRedis(group, key, places)
      } catch (cause) {
        this.fail(cause)
      }
    }
    return group.buildsFiles ? 'uncountable' : this.memory.countNow(group, key, places)
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    this.open = true
    this.redis.disconnect()
    await this.memory.close()
  }

  private async countInRedis(group: CountedGroup, key: string, places: number): Promise<RateCount> {
    const giveUpAt = performance.now() + this.patienceMs
    const asked = { places, limit: group.limit }
    let [count, left, taken] = await this.send(`rate:${group.name}:${key}`, giveUpAt, asked)
    // Too late although it was answered in time: Redis's clock was set forward. The offset is right again now.
    if (count === 0) [count, left, taken] = await this.send(`rate:${group.name}:${key}`, giveUpAt, asked)
    if (count === 0) throw new Error('Redis was reached too late')
    return {
      allowed: count <= group.limit,
      limit: group.limit,
      remaining: Math.max(0, group.limit - taken),
      resetAt: new Date(Date.now() + left),
      source: 'redis',
    }
  }

  private async send(
    key: string,
    giveUpAt: number,
    { places, limit }: { places: number; limit: number },
  ): Promise<[count: number, left: number, taken: number]> {
    const sentAt = performance.now()
    const deadline = Math.floor(giveUpAt + (this.offset ?? 0))
    const answer = this.redis.countRequest(key, deadline, WINDOW_MS, places, limit)
    const [now, count, left, taken] = await within(answer, giveUpAt - sentAt)
    if (count === 0) this.offset = now - (sentAt + performance.now()) / 2
    return [count, left, taken]
  }

  /** One write that counts for nobody; a read would not tell a replica or a full memory from a Redis that can count. */
  private async probe(): Promise<void> {
    if (this.probeSentAt !== null) {
      if (performance.now() - this.probeSentAt > DEAD_AFTER_MS) this.redis.disconnect(true)
      return
    }
    const sentAt = (this.probeSentAt = performance.now())
    try {
      const [now, count] = await this.redis.countRequest('rate:probe', Number.MAX_SAFE_INTEGER, WINDOW_MS, 1, 0)
      const answeredAt = performance.now()
      if (count > 0 && answeredAt - sentAt < this.patienceMs) this.recover(now - (sentAt + answeredAt) / 2)
      else this.fail(new Error('Redis answers too slowly'))
    } catch (cause) {
      this.fail(cause)
    } finally {
      this.probeSentAt = null
    }
  }

  private recover(offset: number): void {
    this.offset = offset
    this.open = false
    this.announce(true)
  }

  private fail(cause: unknown): void {
    this.open = true
    this.announce(false, cause)
  }

  private announce(healthy: boolean, cause?: unknown): void {
    if (this.announced === healthy) return
    this.announced = healthy
    this.onChange(healthy, cause)
  }
}
