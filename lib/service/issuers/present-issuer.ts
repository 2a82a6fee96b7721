import type { IssuerAnswer, IssuerEntryWire, IssuersAnswer } from '@/lib/contract/issuer/issuer'
import { writeCursor } from '@/lib/contract/issuer/issuer'
import type { JudgedIssuer } from '@/lib/domain/history/judge-issuer'
import type { FoundIssuers } from './find-issuers'
import type { IssuerProfile } from './get-issuer-profile'

/** The wire form of a page of the directory. */
export function presentIssuers({ issuers, next }: FoundIssuers, baseUrl: string): IssuersAnswer {
  return {
    success: true,
    issuers: issuers.map((issuer) => ({ ...presentEntry(issuer, baseUrl), description: issuer.description })),
    next_cursor: next && writeCursor(next),
  }
}

/** The wire form of an issuer's profile. */
export function presentProfile(profile: IssuerProfile, baseUrl: string): IssuerAnswer {
  const { id, since, did, words, domainCheck, keys, certificates } = profile
  return {
    success: true,
    issuer: {
      ...presentEntry(profile, baseUrl),
      ...{ since: since.toISOString(), did, ...words, certificates },
      jwks_url: `${baseUrl}/issuers/${id}/jwks.json`,
      domain_check: domainCheck && {
        method: domainCheck.method,
        verified_at: domainCheck.at?.toISOString() ?? null,
        last_seen_at: domainCheck.lastSeenAt?.toISOString() ?? null,
        unanswered_since: domainCheck.unansweredSince?.toISOString() ?? null,
      },
      keys: keys.map(({ keyId, algorithm, state }) => ({ key_id: keyId, algorithm, state })),
    },
  }
}

function presentEntry(issuer: JudgedIssuer, baseUrl: string): Omit<IssuerEntryWire, 'description'> {
  return {
    name: issuer.name,
    slug: issuer.slug,
    verified_domain: issuer.verifiedDomain,
    assurance_label: issuer.assuranceLabel,
    standing: issuer.standing,
    profile_url: `${baseUrl}/issuers/${issuer.slug}`,
  }
}
