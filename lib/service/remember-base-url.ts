import { env } from '@/lib/env'
import { findSetting, setSetting } from '@/lib/store/service-settings'

const KEY = 'base_url'

/**
 * Remembers the address that links are built from (definitions.md part 12).
 * @returns the address of the start before, when it was another: links changed, outcomes did not
 */
export async function rememberBaseUrl(): Promise<string | null> {
  const before = await findSetting(KEY)
  if (before === env().BASE_URL) return null
  await setSetting(KEY, env().BASE_URL)
  return before
}

/** The address of the last start, or null before the first. */
export async function lastBaseUrl(): Promise<string | null> {
  return findSetting(KEY)
}
