import { BATCH_SERIALS } from '@/lib/contract/check/check-many'

/** Places of the minute that are left to colleagues on the same network. */
export const LEFT_FREE = 60
/** Serials of the first batch of a list that needs several: somebody waits for it to see that anything happens. */
const FIRST_BATCH = 10
const LONGEST_WAIT_MS = 60_000

/** What the service said of its limit with its last answer; null before the first. */
export interface KnownLimit {
  remaining: number
  /** Until the window ends, in milliseconds from when the answer came. */
  resetsInMs: number
}

/** How many serials may be asked for now, or how long to wait before any. */
type NextBatch = { take: number } | { waitMs: number }

/**
 * Keeps a long list within the limits, and leaves room for others behind the same address.
 * @param left serials that are still to be checked
 * @param isFirst whether nothing of the list was answered yet
 */
export function nextBatch(limit: KnownLimit | null, left: number, isFirst = false): NextBatch {
  if (limit === null) return { take: isFirst && left > BATCH_SERIALS ? FIRST_BATCH : Math.min(left, BATCH_SERIALS) }
  const free = limit.remaining - LEFT_FREE
  if (free > 0) return { take: Math.min(left, free, BATCH_SERIALS) }
  return { waitMs: Math.min(Math.max(limit.resetsInMs, 0) + 250, LONGEST_WAIT_MS) }
}

/** When the service answered, by its own clock, in milliseconds since 1970; null where it did not say. */
export function serviceTime(headers: Headers): number | null {
  const said = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(said) ? null : said
}

/** Reads the limit's headers by the service's own clock, so that this device's may be wrong. */
export function readLimit(headers: Headers): KnownLimit | null {
  const remaining = headers.get('x-ratelimit-remaining')
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '')
  const now = serviceTime(headers)
  if (remaining === null || !/^\d+$/.test(remaining) || Number.isNaN(reset)) return null
  const resetsInMs = now === null ? LONGEST_WAIT_MS : Math.min(Math.max(reset - now, 0) + 1000, LONGEST_WAIT_MS)
  return { remaining: Number(remaining), resetsInMs }
}
