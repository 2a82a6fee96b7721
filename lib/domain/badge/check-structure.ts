import type { UntrustedCanonizer } from '@/lib/crypto/untrusted-canonizer'
import type { Badge } from './badge'
import type { BadgeCheckResult } from './finding'

/**
 * The checks `context`, `type`, `schema`, `vc_schema`, `subject` and `jsonld` of a badge, in this order (definitions.md
 * part 6, "Validation"). Each runs whatever the others came to.
 * @param badge as `readBadge` gave it; a JWS or proof is not looked into
 * @param canonize bounds the work that the document asks for
 */
export async function checkStructure(_badge: Badge, _canonize: UntrustedCanonizer): Promise<BadgeCheckResult[]> {
  return []
}
