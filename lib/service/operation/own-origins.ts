import { env } from '@/lib/env'
import { formerBaseUrls } from './remember-base-url'

/** The origins that links to this service may have: the present one first, then those that it had before. */
export function ownOrigins(): [string, ...string[]] {
  const { origin } = new URL(env().BASE_URL)
  return [origin, ...formerBaseUrls().filter((former) => former !== origin)]
}
