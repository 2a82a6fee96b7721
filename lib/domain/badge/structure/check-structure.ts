import type { UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import type { Badge } from '@/lib/domain/badge/badge'
import { checkSubject } from '@/lib/domain/badge/check-subject'
import type { BadgeCheckResult } from '@/lib/domain/badge/finding'
import type { CredentialKind } from '@/lib/domain/badge/read/credential-kind'
import { checkContext } from './check-context'
import { checkJsonLd } from './check-json-ld'
import { checkSchema } from './check-schema'
import { checkType } from './check-type'
import { checkVcSchema } from './check-vc-schema'

/**
 * The checks `context`, `type`, `schema`, `vc_schema`, `subject` and `jsonld` of a credential, in this order (spec
 * part 6, "Validation"). Each runs whatever the others came to. Nothing of a badge may be shown before all have passed.
 * @param badge as `readBadge` gave it; its proof or JWS is not verified here
 * @param canonize bounds the work that the document asks for
 */
export async function checkStructure(
  badge: Badge,
  canonize: UntrustedCanonizer,
  kind: CredentialKind = 'badge',
): Promise<BadgeCheckResult[]> {
  const { credential } = badge
  return [
    checkContext(credential),
    checkType(credential, kind),
    checkSchema(credential, kind),
    checkVcSchema(credential),
    checkSubject(credential),
    await checkJsonLd(credential, canonize),
  ]
}
