import { env } from '@/lib/env'
import { formerBaseUrls } from '@/lib/service/operation/remember-base-url'

/** The origin of this site, and its host as the address bar shows it: from the configuration, never from a request. */
export function site(): { origin: string; host: string } {
  const { origin, host } = new URL(env().BASE_URL)
  return { origin, host }
}

/** The origins that links to this service may have: the present one first, then those that it had before. */
export function ownOrigins(): [string, ...string[]] {
  const { origin } = site()
  return [origin, ...formerBaseUrls().filter((former) => former !== origin)]
}
