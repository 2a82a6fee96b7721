import type { CanonizeLimits } from '@/lib/crypto/json-ld/bounded-canonizer'
import type { DocumentLimits } from '@/lib/crypto/json-ld/document-excess'

// The largest of the published sample badges has 87 objects with 552 values and makes 363 statements, 42 of its nodes
// blank.

/** Checked before a thread is given the document. Badges themselves are read with at most 64 levels. */
export const DOCUMENT_LIMITS: DocumentLimits = { maxDepth: 100, maxObjects: 1000, maxValues: 10_000, maxContexts: 20 }

/** Checked in the thread, before the RDF is canonized. */
export const CANONIZE_LIMITS: CanonizeLimits = { maxQuads: 4000, maxBlankNodes: 1000 }

/** The most columns of a table that somebody sends to be issued from. */
export const MOST_COLUMNS = 100

/**
 * What is wrong with a table that is sent as a text, or with any that holds nothing. `cut`: it ends in the midst of a character; `in-quote`: the
 * lines on which a quote is opened that rows of the table stand in, and closed.
 */
export type TableFault =
  | 'no-table'
  | 'alphabet'
  | 'empty'
  | 'no-head'
  | 'quotes'
  | 'rows'
  | 'columns'
  | 'cut'
  | `in-quote ${number} ${number}`

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
