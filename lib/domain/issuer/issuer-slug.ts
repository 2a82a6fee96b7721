import { isUuid } from '@/lib/domain/text/uuid'

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const SHORTEST = 3
const LONGEST = 63

/** Words that have, or may get, the place of a slug in our addresses. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'artifacts',
  'assets',
  'dashboard',
  'directory',
  'file',
  'health',
  'issuer',
  'issuers',
  'new',
  'not-available',
  'null',
  'passport',
  'passports',
  'pdf',
  'public',
  'status',
  'undefined',
  'validate',
  'verify',
  'well-known',
])

type SlugResult = { ok: true; slug: string } | { ok: false; reason: string }

/**
 * Checks the short name of an issuer in addresses (spec part 11): 3 to 63 of `a-z`, `0-9` and single hyphens
 * between them, never UUID-shaped (a UUID is an issuer's id) and no reserved word.
 * @param text the slug exactly as it is to be; nothing is trimmed or folded
 */
export function checkSlug(text: string): SlugResult {
  if (text.length < SHORTEST || text.length > LONGEST) {
    return { ok: false, reason: `slug must have ${SHORTEST} to ${LONGEST} characters` }
  }
  if (!SLUG.test(text)) {
    return { ok: false, reason: 'slug may hold only the letters a-z, digits, and single hyphens between them' }
  }
  if (isUuid(text)) return { ok: false, reason: 'slug has the shape of a UUID' }
  if (RESERVED_SLUGS.has(text)) return { ok: false, reason: `slug "${text}" is a reserved word` }
  return { ok: true, slug: text }
}
