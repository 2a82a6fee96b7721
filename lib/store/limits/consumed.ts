import { RateLimiterRes } from 'rate-limiter-flexible'

/** What a limiter of the library counted, which it throws where the limit is passed. @throws what else it failed with */
export async function consumed(counting: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await counting
  } catch (cause) {
    if (cause instanceof RateLimiterRes) return cause
    throw cause
  }
}
