import { Redis } from 'ioredis'

/** The count as asked for, the rest of the window in milliseconds, Redis's clock, and the count that is stored. */
type ScriptAnswer = [count: number, left: number, now: number, taken: number]
/** A connection that knows the script of `RedisLimiter`, under the name that the library gives it. */
export type CountingRedis = Redis & {
  rlflxIncr(key: string, points: number, windowMs: number, deadline: number, limit: number): Promise<ScriptAnswer>
}

/** A connection that never holds a command back and never sends one twice: both would count a request late. */
export function connectForCounting(url: string): CountingRedis {
  return new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    connectTimeout: 2000,
    disableClientInfo: true,
    protocol: 2,
    retryStrategy: (times) => Math.min(50 * times, 1000),
  }) as CountingRedis
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
