import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { MemoryRateCounter } from './memory-rate-counter'
import type { RateCounter } from './rate-counter'
import { RedisRateCounter } from './redis-rate-counter'

const holder = globalThis as typeof globalThis & { certificateServiceRateCounter?: RateCounter }

/** The counter of this process, opened at first use: Redis with `REDIS_URL`, otherwise memory. */
export function rateCounter(): RateCounter {
  return (holder.certificateServiceRateCounter ??= openRateCounter(env().REDIS_URL))
}

/** Replaces the counter of this process, for tests; undefined opens a fresh one at next use. */
export function setRateCounter(counter: RateCounter | undefined): void {
  holder.certificateServiceRateCounter = counter
}

function openRateCounter(redisUrl: string | undefined): RateCounter {
  if (redisUrl === undefined) return new MemoryRateCounter()
  return new RedisRateCounter(redisUrl, {
    onChange: (healthy, cause) => {
      if (healthy) log.info('requests are counted in Redis')
      else
        log.warn(
          { err: cause },
          'Redis cannot count requests: counting in memory, endpoints that build files are refused',
        )
    },
  })
}
