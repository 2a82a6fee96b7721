import { env } from '@/lib/env'
import { findSetting, setSetting } from '@/lib/store/service-settings'

const CURRENT = 'base_url'
const BEFORE = 'base_url_before'

const holder = globalThis as typeof globalThis & { certificateServiceFormerBaseUrls?: string[] }

/**
 * Remembers the address that links are built from, at each start of the server (definitions.md part 12).
 * @returns the address of the start before, when it was another: links changed, outcomes did not
 */
export async function rememberBaseUrl(): Promise<string | null> {
  const before = await findSetting(CURRENT)
  const former = before === env().BASE_URL ? await findSetting(BEFORE) : before
  holder.certificateServiceFormerBaseUrls = former === null ? [] : [former]
  if (before === env().BASE_URL) return null
  await setSetting(CURRENT, env().BASE_URL)
  if (before !== null) await setSetting(BEFORE, before)
  return before
}

/** The address before the last change, as this process learned it when it started: links to it are still about. */
export function formerBaseUrls(): string[] {
  return holder.certificateServiceFormerBaseUrls ?? []
}

/** The addresses of the last start and of the one before the last change, as far as there were any. */
export async function rememberedBaseUrls(): Promise<string[]> {
  const known = [await findSetting(CURRENT), await findSetting(BEFORE)]
  return known.flatMap((url) => (url === null ? [] : [url]))
}
