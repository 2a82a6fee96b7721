import type { IssuerAnswer, IssuersAnswer } from './issuer'

export const EXAMPLE_ISSUER_SLUG = 'northshore'
const EXAMPLE_ISSUER_ID = '5f0c1c0e-31ab-4dc5-9d58-5a4d1f8f2a77'

function entry(baseUrl: string) {
  return {
    name: 'Northshore Maritime College',
    slug: EXAMPLE_ISSUER_SLUG,
    verified_domain: 'northshore.example',
    assurance_label: 'Domain verified' as const,
    standing: 'good' as const,
    profile_url: `${baseUrl}/issuers/${EXAMPLE_ISSUER_SLUG}`,
  }
}

/** A page of the directory. */
export function exampleIssuers(baseUrl: string): IssuersAnswer {
  return { success: true, issuers: [{ ...entry(baseUrl), description: 'Trains seafarers.' }], next_cursor: null }
}

/** A whole profile. */
export function exampleIssuer(baseUrl: string): IssuerAnswer {
  const did = `did:web:verify.example.org:issuers:${EXAMPLE_ISSUER_ID}`
  return {
    success: true,
    issuer: {
      ...entry(baseUrl),
      since: '2026-05-02T08:00:00.000Z',
      did,
      jwks_url: `${baseUrl}/issuers/${EXAMPLE_ISSUER_ID}/jwks.json`,
      website: 'https://www.northshore.example/',
      contact: 'office@northshore.example',
      description: 'Trains seafarers.',
      domain_check: {
        method: 'dns',
        verified_at: '2026-05-03T09:12:44.120Z',
        last_seen_at: '2026-11-20T04:17:03.512Z',
        unanswered_since: null,
      },
      keys: [
        { key_id: `${did}#oKJk8Yw3cLwVbA0e2J0nC1u7b8mXqz5Qm2r6fYtT9xE`, algorithm: 'ES256', state: 'active' },
        { key_id: `${did}#z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQXJPt4swbTQ2i`, algorithm: 'EdDSA', state: 'active' },
      ],
      certificates: 1204,
    },
  }
}
