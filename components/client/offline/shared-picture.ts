import { isTooOld } from './kept-for-next'

/** The place where the service worker leaves what was shared with the app, for the one page load that follows. */
export const SHARED_CACHE = 'shared'
export const SHARED_ENTRY = '/scan/shared'
/** In the address of that page load. */
export const SHARED_MARK = 'shared'

/**
 * What was shared with the app and led here: taken once, then forgotten.
 * @returns undefined where nothing was shared, null where it did not arrive
 */
export async function takeSharedFile(): Promise<Blob | null | undefined> {
  const marked = new URLSearchParams(location.search).has(SHARED_MARK)
  if (marked) history.replaceState(null, '', location.pathname)
  if (!('caches' in window)) return marked ? null : undefined
  try {
    const kept = marked ? await (await caches.open(SHARED_CACHE)).match(SHARED_ENTRY) : undefined
    const file = kept && !isTooOld(kept) ? await kept.blob() : null
    await caches.delete(SHARED_CACHE)
    return marked ? file : undefined
  } catch {
    return marked ? null : undefined
  }
}

/** Forgets a picture that was shared if the page that reads it did not open. */
export async function forgetSharedFile(): Promise<void> {
  const kept = await caches.match(SHARED_ENTRY, { cacheName: SHARED_CACHE })
  if (kept && isTooOld(kept)) await caches.delete(SHARED_CACHE)
}
