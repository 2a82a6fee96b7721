import { env } from '@/lib/env'

/** Where this site stands: its origin, and its host as the address bar shows it. From the configuration, never from a request. */
export function site(): { origin: string; host: string } {
  const { origin, host } = new URL(env().BASE_URL)
  return { origin, host }
}
