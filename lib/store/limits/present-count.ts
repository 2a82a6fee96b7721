import type { RateLimiterRes } from 'rate-limiter-flexible'
import { type CountedGroup, type RateCount, WINDOW_MS } from './rate-counter'

/** The count of a limiter of the library. */
interface Counted {
  /** As it was asked for. */
  counted: RateLimiterRes
  /** The count that stands: several places that are not all to be had are not taken. */
  taken: number
  source: RateCount['source']
}

/** A count in our words. */
export function presentCount(group: CountedGroup, { counted, taken, source }: Counted): RateCount {
  // A clock that was set back makes a window look longer than any is.
  const left = Math.min(Math.max(0, counted.msBeforeNext), WINDOW_MS)
  return {
    allowed: counted.consumedPoints <= group.limit,
    limit: group.limit,
    remaining: Math.max(0, group.limit - taken),
    resetAt: new Date(Date.now() + left),
    source,
  }
}
