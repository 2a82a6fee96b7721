import { env } from '@/lib/env'

/** The origin of this site, and its host as the address bar shows it: from the configuration, never from a request. */
export function site(): { origin: string; host: string } {
  const { origin, host } = new URL(env().BASE_URL)
  return { origin, host }
}
