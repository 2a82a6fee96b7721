import type { RateLimiterRes } from 'rate-limiter-flexible'
import { type CountedGroup, type RateCount, WINDOW_MS } from './rate-counter'

/** What a limiter of the library counted, in our words. @param source who counted it */
export function presentCount(group: CountedGroup, counted: RateLimiterRes, source: RateCount['source']): RateCount {
  // A clock that was set back makes a window look longer than any is.
  const left = Math.min(Math.max(0, counted.msBeforeNext), WINDOW_MS)
  return {
    allowed: counted.consumedPoints <= group.limit,
    limit: group.limit,
    remaining: Math.max(0, group.limit - counted.consumedPoints),
    resetAt: new Date(Date.now() + left),
    source,
  }
}
