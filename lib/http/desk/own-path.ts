import { canParseUrl } from '@/lib/can-parse-url'
/** Longer than any address of ours. */
const LONGEST = 2000

/** Stands for our own site while a path is read; no host ends in `.invalid` (RFC 2606). */
const HERE = 'https://own-path.invalid'

/**
 * A path and query of this site, to be sent back to; null for everything else, since a `location` that a caller can
 * choose would lead visitors who trust this site to another (open redirect).
 * Read as a browser reads it, which drops tabs and line ends and takes `\\` for `/`; and looked at again afterwards,
 * since `/.//host` becomes `//host` on the way.
 * @param text as it was sent
 */
export function ownPath(text: string): string | null {
  if (!text.startsWith('/') || text.length > LONGEST || !canParseUrl(text, HERE)) return null
  const { origin, pathname, search } = new URL(text, HERE)
  if (origin !== HERE || pathname.startsWith('//')) return null
  return pathname + search
}
