import type { RateLimiterRes } from 'rate-limiter-flexible'
import { consumed } from './consumed'
import { type CountingRedis, connectForCounting, within } from './counting-redis'
import { MemoryRateCounter } from './memory-rate-counter'
import { presentCount } from './present-count'
import type { CountedGroup, RateCount, RateCounter } from './rate-counter'
import { CountedTooLate, RedisLimiter } from './redis-limiter'

/** The longest wait of a request for the counter (milliseconds). */
const PATIENCE_MS = 90
const PROBE_EVERY_MS = 1000
/** A probe that stays unanswered this long means that the connection itself is dead. */
const DEAD_AFTER_MS = 5000
const PROBE: CountedGroup = { name: 'probe', limit: Number.MAX_SAFE_INTEGER, buildsFiles: false }

/**
 * Counts in Redis by rate-limiter-flexible, so that several processes share one limit; falls back to memory by a rule
 * written out here (spec part 8), since the library does not say which store counted. After any failure a breaker opens:
 * nothing but one probe a second goes to Redis until a probe is answered in time, and a probe counts for nobody.
 */
export class RedisRateCounter implements RateCounter {
  private readonly redis: CountingRedis
  private readonly memory: MemoryRateCounter
  private readonly limiters = new Map<string, RedisLimiter>()
  private readonly prober: RedisLimiter
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
    this.prober = new RedisLimiter(this.redis, PROBE)
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
    return group.buildsFiles ? 'uncountable' : this.memory.count(group, key, places)
  }

  /** The policy by which Redis drops counts that are needed, once its memory is full; null where it drops none, or does not say. */
  async evictionPolicy(): Promise<string | null> {
    const said = await this.redis.info('memory').catch(() => '')
    const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(said) ?? []
    return policy === 'noeviction' || /^maxmemory:0\s/m.test(said) ? null : policy
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    this.open = true
    this.redis.disconnect()
    await this.memory.close()
  }

  private async countInRedis(group: CountedGroup, key: string, places: number): Promise<RateCount> {
    const giveUpAt = performance.now() + this.patienceMs
    const limiter = this.limiterOf(group)
    const send = () => this.send(limiter, { key, places, giveUpAt })
    // Too late although it was answered in time: Redis's clock was set forward. The offset is right again now.
    const answer = await send().catch((cause: unknown) => {
      if (cause instanceof CountedTooLate) return send()
      throw cause
    })
    return presentCount(group, { ...answer, source: 'redis' })
  }

  private async send(
    limiter: RedisLimiter,
    { key, places, giveUpAt }: { key: string; places: number; giveUpAt: number },
  ): Promise<{ counted: RateLimiterRes; taken: number }> {
    const sentAt = performance.now()
    const heard = { now: 0, taken: 0 }
    const deadline = Math.floor(giveUpAt + (this.offset ?? 0))
    try {
      const counted = await within(consumed(limiter.consume(key, places, { deadline, heard })), giveUpAt - sentAt)
      return { counted, taken: heard.taken }
    } catch (cause) {
      if (cause instanceof CountedTooLate) this.offset = heard.now - (sentAt + performance.now()) / 2
      throw cause
    }
  }

  private limiterOf(group: CountedGroup): RedisLimiter {
    let limiter = this.limiters.get(group.name)
    if (limiter === undefined) this.limiters.set(group.name, (limiter = new RedisLimiter(this.redis, group)))
    return limiter
  }

  /**
   * One write that counts for nobody; a read would not tell a replica or a full memory from a Redis that can count. Of two places, which
   * needs every right that counting needs.
   */
  private async probe(): Promise<void> {
    if (this.probeSentAt !== null) {
      if (performance.now() - this.probeSentAt > DEAD_AFTER_MS) this.redis.disconnect(true)
      return
    }
    this.probeSentAt = performance.now()
    try {
      const { db } = this.redis.options
      // The driver goes on in database 0 where the one that REDIS_URL names cannot be had.
      if (db) await this.redis.select(db)
      const sentAt = performance.now()
      const heard = { now: 0, taken: 0 }
      await this.prober.consume('breaker', 2, { deadline: Number.MAX_SAFE_INTEGER, heard })
      const answeredAt = performance.now()
      if (answeredAt - sentAt < this.patienceMs) this.recover(heard.now - (sentAt + answeredAt) / 2)
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
