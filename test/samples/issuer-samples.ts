import type { DirectoryOutcome, IssuerOutcome } from '@/components/issuer/issuer-view'
import type { IssuerEntryWire, IssuerProfileWire } from '@/lib/contract/issuer/issuer'

const ORIGIN = 'https://verify.example.org'
const DID = 'did:web:verify.example.org:issuers:5f0c1c0e-31ab-4dc5-9d58-5a4d1f8f2a77'

function entry(name: string, slug: string, more: Partial<IssuerEntryWire> = {}): IssuerEntryWire {
  const domain = { verified_domain: `${slug}.example`, assurance_label: 'Domain verified' as const }
  const link = { profile_url: `${ORIGIN}/issuers/${slug}`, description: null }
  return { name, slug, ...domain, standing: 'good', ...link, ...more }
}

const PROFILE: IssuerProfileWire = {
  ...entry('Northshore Maritime College', 'northshore'),
  since: '2026-05-02T08:00:00.000Z',
  did: DID,
  jwks_url: `${ORIGIN}/issuers/5f0c1c0e-31ab-4dc5-9d58-5a4d1f8f2a77/jwks.json`,
  website: 'https://www.northshore.example/',
  contact: 'office@northshore.example',
  description: 'Trains seafarers for service on deck and in the engine room.',
  domain_check: {
    method: 'dns',
    verified_at: '2026-05-03T09:12:44.120Z',
    last_seen_at: '2026-11-20T04:17:03.512Z',
    unanswered_since: null,
  },
  keys: [
    { key_id: `${DID}#oKJk8Yw3cLwVbA0e2J0nC1u7b8mXqz5Qm2r6fYtT9xE`, algorithm: 'ES256', state: 'active' },
    { key_id: `${DID}#z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQXJPt4swbTQ2i`, algorithm: 'EdDSA', state: 'active' },
    { key_id: `${DID}#Yb1r6fYtT9xEoKJk8Yw3cLwVbA0e2J0nC1u7b8mXqz5`, algorithm: 'ES256', state: 'retired' },
  ],
  certificates: 1204,
}

/** Made-up pages of the directory, for the pictures and the accessibility check. */
export const SAMPLE_DIRECTORIES: Record<string, DirectoryOutcome> = {
  issuers: {
    kind: 'found',
    query: '',
    isFirst: true,
    nextCursor: 'WyJ6Il0',
    issuers: [
      entry('Academia de Navegación del Sur', 'academia-sur', { assurance_label: 'Domain attested' }),
      entry('Example Driving School', 'driving-school', { standing: 'suspended' }),
      entry('Institute of a Name That Goes On and On Until It Needs a Second Line', 'long', {
        verified_domain: '',
        assurance_label: 'Domain not verified',
      }),
      entry('Northshore Maritime College', 'northshore'),
      entry('Zürcher Hochschule', 'zurich', { assurance_label: 'Domain check lapsed' }),
      entry('معهد الشمال للملاحة', 'shamal'),
    ],
  },
  'issuers-none': { kind: 'found', query: 'harvard', isFirst: true, nextCursor: null, issuers: [] },
  'issuers-failed': { kind: 'failed' },
}

/** Made-up pages of issuers. */
export const SAMPLE_ISSUERS: Record<string, IssuerOutcome> = {
  issuer: { kind: 'profile', issuer: PROFILE },
  'issuer-silent': {
    kind: 'profile',
    issuer: {
      ...PROFILE,
      domain_check: {
        method: 'dns',
        verified_at: '2026-05-03T09:12:44.120Z',
        last_seen_at: '2026-10-02T04:17:03.512Z',
        unanswered_since: '2026-10-02T04:17:03.512Z',
      },
    },
  },
  'issuer-lapsed': {
    kind: 'profile',
    issuer: {
      ...PROFILE,
      ...entry('Пример института', 'primer', {
        verified_domain: 'xn--e1afmkfd.example',
        assurance_label: 'Domain check lapsed',
        standing: 'suspended',
      }),
    },
  },
  'issuer-unverified': {
    kind: 'profile',
    issuer: {
      ...PROFILE,
      ...entry('Institute X', 'x', { verified_domain: '', assurance_label: 'Domain not verified' }),
      domain_check: null,
    },
  },
  'issuer-missing': { kind: 'missing' },
}
