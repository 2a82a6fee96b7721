import { assuranceLabel } from '@/lib/domain/issuer/assurance-label'
import { signedDomain } from '@/lib/service/issue/issue-certificates'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'

/** An issuer as commands print it with `--json`. */
export function presentIssuer(issuer: StoredIssuer) {
  return {
    id: issuer.id,
    slug: issuer.slug,
    name: issuer.name,
    domain: issuer.domain,
    verified_domain: signedDomain(issuer),
    assurance_label: assuranceLabel(issuer.domain, issuer),
    standing: issuer.suspended ? 'suspended' : 'good',
    did: issuer.did,
  }
}
