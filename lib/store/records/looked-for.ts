/** All rows are looked through, in milliseconds no more often than this. */
const AGAIN_MS = 60_000

const holder = globalThis as typeof globalThis & {
  certificateServiceLookedFor?: Map<string, { at: number; found: Promise<boolean> }>
}

/**
 * What looking through all rows of a table found, within the last minute: anybody may ask for what is not there, as often as they like,
 * and each of these answers waits for it.
 * @param what is looked for, as a name
 * @param look looks through all of them; where it fails, the next one asks again
 */
export async function lookedFor(what: string, look: () => Promise<boolean>): Promise<boolean> {
  const all = (holder.certificateServiceLookedFor ??= new Map())
  const now = performance.now()
  const known = all.get(what)
  if (known && now - known.at < AGAIN_MS) return known.found
  const looked = { at: now, found: look() }
  all.set(what, looked)
  looked.found.catch(() => {
    if (all.get(what) === looked) all.delete(what)
  })
  return looked.found
}

/** Looks again at the next question; for tests, which change their databases. */
export function forgetLookedFor(): void {
  delete holder.certificateServiceLookedFor
}
