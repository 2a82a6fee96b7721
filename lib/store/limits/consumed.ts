import { RateLimiterRes } from 'rate-limiter-flexible'

/** The count of a limiter of the library, which it throws if the limit is passed. */
export async function consumed(counting: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await counting
  } catch (cause) {
    if (cause instanceof RateLimiterRes) return cause
    throw cause
  }
}
