import type { CanonizeLimits } from '../crypto/bounded-canonizer'

/** The largest of the published sample badges makes 363 statements and has 42 blank nodes. */
export const CANONIZE_LIMITS: CanonizeLimits = { maxQuads: 4000, maxBlankNodes: 1000 }

/** A thread's own memory in megabytes; past it the thread ends, and only it. */
export const THREAD_MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

/** Touches the contexts that nearly every badge uses. */
export const WARM_UP_DOCUMENT = {
  '@context': [
    'https://www.w3.org/ns/credentials/v2',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
  ],
  id: 'urn:example:badge',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: 'urn:example:issuer', type: ['Profile'], name: 'Issuer' },
  credentialSubject: {
    type: ['AchievementSubject'],
    identifier: [{ type: 'IdentityObject', identityHash: 'name', identityType: 'name', hashed: false }],
    result: [{ type: ['Result'], value: 'value' }],
    achievement: { id: 'urn:example:achievement', type: ['Achievement'], criteria: { narrative: 'narrative' } },
  },
  credentialStatus: { type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
  proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022', proofPurpose: 'assertionMethod' },
}
