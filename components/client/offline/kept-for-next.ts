/** The longest that a file waits on this device for the very next page. An older one was left, and that page never opened. */
const KEPT_MS = 60_000

/** A file as it is put into a cache for the next page, with its name and the time. */
export function keptForNext(file: File): Response {
  const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name), 'x-kept': String(Date.now()) }
  return new Response(file, { headers })
}

/** By this device's clock, whichever way it was set meanwhile; what has no time is of an earlier version. */
export function isTooOld({ headers }: Response): boolean {
  return !(Math.abs(Date.now() - Number(headers.get('x-kept') ?? Number.NaN)) <= KEPT_MS)
}
