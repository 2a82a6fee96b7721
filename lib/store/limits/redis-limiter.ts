import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import type { CountingRedis } from './counting-redis'
import { type CountedGroup, WINDOW_MS } from './rate-counter'

/** Thrown if Redis's own clock was past the deadline, so that nothing was counted. */
export class CountedTooLate extends Error {
  constructor() {
    super('Redis was reached too late')
  }
}

/** What a count is sent with. */
interface CountOptions {
  /** By Redis's clock, in milliseconds: later than this it counts nothing. */
  deadline: number
  /** Gets what Redis answers besides: its clock in milliseconds, and the count that stands. */
  heard: { now: number; taken: number }
}

/**
 * Counts unless Redis's own clock is past the deadline: a command that waited in the buffer of a Redis that hung was
 * answered from memory long ago, and must not use up a caller's limit when Redis wakes. Several places are taken all or
 * not at all. Returns the count (0: too late) with the places that were asked for, the milliseconds left in the window,
 * Redis's clock, and the count that stands.
 */
const COUNT_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now > tonumber(ARGV[3]) then return {0, 0, now, 0} end
local places = tonumber(ARGV[1])
local had = places > 1 and tonumber(redis.call('GET', KEYS[1]) or '0') or 0
if places > 1 and had + places > tonumber(ARGV[4]) then
  return {had + places, math.max(redis.call('PTTL', KEYS[1]), 0), now, had}
end
local count = redis.call('INCRBY', KEYS[1], places)
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {count, left, now, count}`

/** The library's limiter in Redis for one group, whose every command carries a deadline. */
export class RedisLimiter extends RateLimiterRedis {
  constructor(
    private readonly redis: CountingRedis,
    group: CountedGroup,
  ) {
    super({
      storeClient: redis,
      // By the word in braces a member of a cluster holds all of these keys or none, and is found out by the first.
      keyPrefix: `rate:{limits}:${group.name}`,
      points: group.limit,
      duration: WINDOW_MS / 1000,
      customIncrTtlLuaScript: COUNT_SCRIPT,
    })
  }

  /** @throws CountedTooLate, an error of Redis; past the limit the count itself, as the library does */
  override consume(key: string, points: number, options: CountOptions): Promise<RateLimiterRes> {
    return super.consume(key, points, options)
  }

  /** The library's one place that writes. */
  protected async _upsert(key: string, points: number, windowMs: number, _: boolean, options: CountOptions) {
    const [count, left, now, taken] = await this.redis.rlflxIncr(key, points, windowMs, options.deadline, this.points)
    Object.assign(options.heard, { now, taken })
    if (count === 0) throw new CountedTooLate()
    return [count, left]
  }
}
