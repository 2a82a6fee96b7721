import { env } from '@/lib/env'
import { findSetting, setSetting } from '@/lib/store/service-settings'

const CURRENT = 'base_url'
const BEFORE = 'base_url_before'

/**
 * Remembers the address that links are built from, at each start of the server (definitions.md part 12).
 * @returns the address of the start before, when it was another: links changed, outcomes did not
 */
export async function rememberBaseUrl(): Promise<string | null> {
  const before = await findSetting(CURRENT)
  if (before === env().BASE_URL) return null
  await setSetting(CURRENT, env().BASE_URL)
  if (before !== null) await setSetting(BEFORE, before)
  return before
}

/** The addresses of the last start and of the one before the last change, as far as there were any. */
export async function rememberedBaseUrls(): Promise<string[]> {
  const known = [await findSetting(CURRENT), await findSetting(BEFORE)]
  return known.flatMap((url) => (url === null ? [] : [url]))
}
