/** A request target, taken apart once. */
export interface RequestTarget {
  /** Decoded segments of the path; the first of `/a/b` is `a`. A trailing slash leaves an empty last one. */
  segments: string[]
  /** The path as it came. */
  path: string
  /** The path and query as they came, for redirects. */
  raw: string
  /** True for everything under /api, also where the path is refused. */
  isApi: boolean
}

/** Why a target is not served. */
export interface RefusedTarget {
  refused: 'malformed' | 'not_found'
  isApi: boolean
  /** The target without its empty segments, where nothing else is amiss: with one slash before it, so that it is no address of a host. */
  joined?: string
}

const CONTROL = /(?!\p{White_Space})\p{Cc}/gu

/**
 * Takes a raw request target apart: split at `/` first, each segment decoded once, so that `%2F` belongs to a segment
 * (issuers' own serials may hold slashes) and `%252F` is never decoded twice.
 *
 * Refused as malformed (400): anything but origin form. Refused as not found (404): a path that does not decode, empty
 * segments (`//host` would be read as an address), `.` and `..` however written, backslashes, raw bytes outside of printable
 * ASCII. A serial is found with a tab or a line end that was copied with it, as with any white space (spec part 2); of every
 * other control character stands U+FFFD, which is in no serial, name or id: each address says of such a text what it says of
 * others that are none, and no NUL comes as far as the database.
 */
export function parseRequestTarget(raw: string): RequestTarget | RefusedTarget {
  if (!raw.startsWith('/')) return { refused: 'malformed', isApi: true }
  const mark = raw.indexOf('?')
  const path = mark === -1 ? raw : raw.slice(0, mark)
  const segments: string[] = []
  let isWhole = true
  let sound = /^[\x21-\x7e]*$/.test(raw) && !raw.includes('#')
  const parts = path.split('/')
  for (let at = 1; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const segment = decode(part)
    const last = at === parts.length - 1
    if (segment === null || !isSound(segment)) sound = false
    if (segment === '' && !last) isWhole = false
    segments.push(segment ?? '')
  }
  const isApi = segments.find((segment) => segment !== '') === 'api'
  if (sound && isWhole) return { segments, path, raw, isApi }
  return {
    refused: 'not_found',
    isApi,
    ...(sound && { joined: `/${parts.filter(Boolean).join('/')}${raw.slice(path.length)}` }),
  }
}

function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment).replace(CONTROL, '\uFFFD')
  } catch {
    return null
  }
}

function isSound(segment: string): boolean {
  return segment !== '.' && segment !== '..' && !segment.includes('\\')
}
