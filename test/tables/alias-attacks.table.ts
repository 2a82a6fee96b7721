import type { exampleBadge } from '@/test/badges/badge-fixture'

type Json = Record<string, unknown>
type SignedBadge = Json & ReturnType<typeof exampleBadge> & { proof: object[] }

const CRED = 'https://www.w3.org/2018/credentials#'
const DATE_TIME = 'http://www.w3.org/2001/XMLSchema#dateTime'

/**
 * Ways to hide an expiry, a status or a proof from a reader of the JSON. Each takes a signed badge and gives it spelled
 * otherwise. `signatureHolds`: whether verifying alone, which looks at the RDF, would let it pass.
 */
export const ALIAS_ATTACKS: readonly {
  name: string
  signatureHolds: boolean
  change: (badge: SignedBadge) => Json
}[] = [
  {
    name: 'expiry behind an absolute IRI',
    signatureHolds: true,
    change: ({ validUntil, ...rest }) => ({
      ...rest,
      [`${CRED}validUntil`]: { '@type': DATE_TIME, '@value': validUntil },
    }),
  },
  {
    name: 'status behind an absolute IRI',
    signatureHolds: true,
    change: ({ credentialStatus, ...rest }) => ({ ...rest, [`${CRED}credentialStatus`]: credentialStatus }),
  },
  {
    name: 'issuer behind an absolute IRI, another in its place',
    signatureHolds: false,
    change: ({ issuer, ...rest }) => ({ ...rest, [`${CRED}issuer`]: issuer, issuer: 'did:web:other.example' }),
  },
  {
    name: 'proof behind an absolute IRI',
    signatureHolds: false,
    change: ({ proof, ...rest }) => ({ ...rest, 'https://w3id.org/security#proof': { '@graph': proof } }),
  },
  {
    name: 'expiry in @included',
    signatureHolds: true,
    change: ({ validUntil, ...rest }) => ({
      ...rest,
      '@included': [{ id: rest.id, type: ['VerifiableCredential'], validUntil }],
    }),
  },
  {
    name: 'status in @included, tied by @reverse',
    signatureHolds: true,
    change: ({ credentialStatus, ...rest }) => ({
      ...rest,
      '@included': [{ ...credentialStatus, '@reverse': { [`${CRED}credentialStatus`]: { id: rest.id } } }],
    }),
  },
  {
    name: 'everything in @graph',
    signatureHolds: true,
    change: ({ '@context': context, proof, ...rest }) => ({ '@context': context, '@graph': [rest], proof }),
  },
  {
    name: 'expiry in a second node of @graph',
    signatureHolds: true,
    change: ({ '@context': context, proof, validUntil, ...rest }) => ({
      '@context': context,
      '@graph': [rest, { id: rest.id, type: ['VerifiableCredential'], validUntil }],
      proof,
    }),
  },
  {
    name: 'expiry in @nest',
    signatureHolds: true,
    change: ({ validUntil, ...rest }) => ({ ...rest, '@nest': { validUntil } }),
  },
  {
    name: 'status in an array of @nest',
    signatureHolds: true,
    change: ({ credentialStatus, ...rest }) => ({ ...rest, '@nest': [{ '@nest': { credentialStatus } }] }),
  },
  {
    name: 'expiry in the node that an endorsement is about, which is the badge',
    signatureHolds: true,
    change: ({ validUntil, ...rest }) => withinEndorsement(rest, { validUntil }),
  },
  {
    name: 'status in the node that an endorsement is about, which is the badge',
    signatureHolds: true,
    change: ({ credentialStatus, ...rest }) => withinEndorsement(rest, { credentialStatus }),
  },
  {
    name: 'expiry under a name that an inline context gives it',
    signatureHolds: true,
    change: ({ validUntil, '@context': context, ...rest }) => ({
      '@context': [...context, { note: { '@id': `${CRED}validUntil`, '@type': DATE_TIME } }],
      ...rest,
      note: validUntil,
    }),
  },
  {
    name: 'status under a name that an inline context gives it',
    signatureHolds: true,
    change: ({ credentialStatus, '@context': context, ...rest }) => ({
      '@context': [...context, { note: { '@id': `${CRED}credentialStatus`, '@type': '@id' } }],
      ...rest,
      note: credentialStatus,
    }),
  },
  {
    name: 'status in a sub-object whose array of contexts ends inline',
    signatureHolds: true,
    change: ({ credentialStatus, '@context': context, credentialSubject, ...rest }) => ({
      '@context': context,
      ...rest,
      credentialSubject: {
        '@context': [...context, { back: { '@reverse': `${CRED}credentialSubject` }, note: `${CRED}credentialStatus` }],
        ...credentialSubject,
        back: { id: rest.id, note: credentialStatus },
      },
    }),
  },
  {
    name: 'status without terms, under a context of null',
    signatureHolds: false,
    change: ({ credentialStatus, ...rest }) => ({
      ...rest,
      credentialStatus: { '@context': null, '@id': credentialStatus.id },
    }),
  },
  {
    name: 'a member of null, which JSON-LD drops',
    signatureHolds: true,
    change: (badge) => ({ ...badge, termsOfUse: null }),
  },
  {
    name: 'null among the statuses',
    signatureHolds: true,
    change: (badge) => ({ ...badge, credentialStatus: [null, badge.credentialStatus] }),
  },
  {
    name: 'status in an array of arrays',
    signatureHolds: true,
    change: (badge) => ({ ...badge, credentialStatus: [[badge.credentialStatus]] }),
  },
  {
    name: 'status in @set',
    signatureHolds: true,
    change: (badge) => ({ ...badge, credentialStatus: { '@set': [badge.credentialStatus] } }),
  },
  {
    name: 'expiry in an array of one',
    signatureHolds: true,
    change: (badge) => ({ ...badge, validUntil: [badge.validUntil] }),
  },
  {
    name: 'expiry as a value object with its type',
    signatureHolds: true,
    change: (badge) => ({ ...badge, validUntil: { type: DATE_TIME, '@value': badge.validUntil } }),
  },
  {
    name: 'status by its address alone, its members in the second',
    signatureHolds: true,
    change: (badge) => ({ ...badge, credentialStatus: [badge.credentialStatus.id, badge.credentialStatus] }),
  },
  {
    name: 'id and type under their keywords',
    signatureHolds: true,
    change: ({ id, type, ...rest }) => ({ ...rest, '@id': id, '@type': type }),
  },
]

/** The endorsement's subject is the badge; the type that the badge has anyway brings the terms of credentials there. */
function withinEndorsement(badge: Json, hidden: Json): Json {
  const [endorsement] = badge.endorsement as [Json]
  const subject = endorsement.credentialSubject as Json
  return {
    ...badge,
    endorsement: [
      {
        ...endorsement,
        credentialSubject: { ...subject, type: ['EndorsementSubject', 'VerifiableCredential'], ...hidden },
      },
    ],
  }
}
