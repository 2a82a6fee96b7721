import { ServiceError } from '@/lib/errors'

/** An entity tag (RFC 9110 section 8.8.3), and the separator that may follow it in a list. */
const TAG = /[ \t,]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)/y

/**
 * Decides on the conditions of a GET or HEAD in the order of RFC 9110 section 13.2.2: `if-match`, then `if-none-match`.
 * Those that name a time are passed over, since nothing here has a `last-modified`. Whoever calls it has decided before
 * that the thing is there and may be served.
 * @param etag of what would be served, strong
 * @returns whether the caller has it already (304)
 * @throws ServiceError `precondition_failed` where the caller wants another one
 */
export function isNotModified(request: Request, etag: string): boolean {
  const wanted = request.headers.get('if-match')
  if (wanted !== null && !holdsTag(wanted, (tag) => tag === etag)) {
    throw new ServiceError('precondition_failed', 'The file is another one than the request asks for.')
  }
  const held = request.headers.get('if-none-match')
  return held !== null && holdsTag(held, (tag) => tag.replace(/^W\//, '') === etag)
}

/** Whether a list of entity tags holds one of these; `*` holds all, and what is no such list holds none. */
function holdsTag(header: string, isMeant: (tag: string) => boolean): boolean {
  if (header.trim() === '*') return true
  const tags: string[] = []
  TAG.lastIndex = 0
  for (let end = 0; !/^[ \t,]*$/.test(header.slice(end)); end = TAG.lastIndex) {
    const tag = TAG.exec(header)?.[1]
    if (tag === undefined) return false
    tags.push(tag)
  }
  return tags.some(isMeant)
}
