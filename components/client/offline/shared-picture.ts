/** The place where the service worker leaves what was shared with the app, for the one page load that follows. */
export const SHARED_CACHE = 'shared'
export const SHARED_ENTRY = '/scan/shared'
/** In the address of that page load. */
export const SHARED_MARK = 'shared'

/**
 * What was shared with the app and led here: taken once, then forgotten. A picture that was never fetched is forgotten
 * with the next visit.
 * @returns undefined where nothing was shared, null where it did not arrive
 */
export async function takeSharedFile(): Promise<Blob | null | undefined> {
  const marked = new URLSearchParams(location.search).has(SHARED_MARK)
  if (marked) history.replaceState(null, '', location.pathname)
  if (!('caches' in window)) return marked ? null : undefined
  try {
    const kept = marked ? await (await caches.open(SHARED_CACHE)).match(SHARED_ENTRY) : undefined
    const file = await kept?.blob()
    await caches.delete(SHARED_CACHE)
    return marked ? (file ?? null) : undefined
  } catch {
    return marked ? null : undefined
  }
}
