import { Redis } from 'ioredis'

/**
 * Counts unless Redis's own clock is past the deadline: a command that waited in the buffer of a Redis that hung was
 * answered from memory long ago, and must not use up a caller's limit when Redis wakes. Several places are taken all or
 * not at all. Returns Redis's clock in milliseconds, the count (0: too late) with the places that were asked for, the
 * milliseconds left in the window, and the count that stands.
 */
const COUNT_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now > tonumber(ARGV[1]) then return {now, 0, 0, 0} end
local places = tonumber(ARGV[3])
local had = places > 1 and tonumber(redis.call('GET', KEYS[1]) or '0') or 0
if places > 1 and had + places > tonumber(ARGV[4]) then
  return {now, had + places, math.max(redis.call('PTTL', KEYS[1]), 0), had}
end
local count = redis.call('INCRBY', KEYS[1], places)
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {now, count, left, count}`

/** Redis's clock, the count as asked for, what is left of the window, and the count that stands. */
type ScriptAnswer = [now: number, count: number, left: number, taken: number]
/** A connection that knows the script. */
export type CountingRedis = Redis & {
  countRequest(key: string, deadline: number, window: number, places: number, limit: number): Promise<ScriptAnswer>
}

/** A connection that never holds a command back and never sends one twice: both would count a request late. */
export function connectForCounting(url: string): CountingRedis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    connectTimeout: 2000,
    disableClientInfo: true,
    protocol: 2,
    retryStrategy: (times) => Math.min(50 * times, 1000),
  })
  redis.defineCommand('countRequest', { numberOfKeys: 1, lua: COUNT_SCRIPT })
  return redis as CountingRedis
}

/**
 * Waits for an answer, but no longer than `milliseconds`. When the time is up, what has already arrived is read first:
 * a process that was busy itself must not take that for a slow Redis.
 * @throws Error when the answer does not come in time, or what it failed with
 */
export async function within<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const late = () => reject(new Error('Redis did not answer in time'))
    timer = setTimeout(() => setImmediate(() => setImmediate(late)), Math.max(0, milliseconds))
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
