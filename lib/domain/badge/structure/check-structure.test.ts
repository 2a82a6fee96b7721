import { afterAll, describe, expect, it } from 'vitest'
import type { Badge } from '@/lib/domain/badge/badge'
import type { BadgeCheckResult } from '@/lib/domain/badge/finding'
import { canonizeUntrusted } from '@/lib/render/untrusted/canonize-untrusted'
import { untrustedPool } from '@/lib/render/untrusted/untrusted-pool-holder'
import { exampleBadge, exampleOldBadge } from '@/test/badges/badge-fixture'
import { checkStructure } from './check-structure'

afterAll(() => untrustedPool().close())

const V2 = 'https://www.w3.org/ns/credentials/v2'
const OB = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
const DATA_INTEGRITY = 'https://w3id.org/security/data-integrity/v2'

async function structureOf(credential: Record<string, unknown>): Promise<BadgeCheckResult[]> {
  const badge: Badge = { container: 'none', format: 'jsonld', credential, jws: null }
  return checkStructure(badge, canonizeUntrusted)
}
const places = (results: BadgeCheckResult[]) =>
  results.flatMap(({ errors }) => errors.map((one) => `${one.code} ${one.path}`))
const warnings = (results: BadgeCheckResult[]) => results.flatMap((one) => one.warnings.map(({ code }) => code))
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(exampleBadge()).filter(([name]) => !names.includes(name)))
const { credentialSubject: SUBJECT, endorsement: ENDORSEMENT } = exampleBadge()

describe('checkStructure', () => {
  it('passes a good badge in every check', async () => {
    const results = await structureOf(exampleBadge())
    expect(results.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'context passed',
      'type passed',
      'schema passed',
      'vc_schema passed',
      'subject passed',
      'jsonld passed',
    ])
    expect(warnings(results)).toEqual([])
  })

  it('passes values with a language', async () => {
    const name = { '@value': 'Travail', '@language': 'fr', '@direction': 'ltr' }
    const results = await structureOf({ ...exampleBadge(), name })
    expect(places(results).filter((place) => place.startsWith('not_compacted'))).toEqual([])
  })

  it('passes VCDM 1.1 with a warning, and does not hold it against the schema of VCDM 2.0', async () => {
    const results = await structureOf(exampleOldBadge())
    expect(places(results)).toEqual([])
    expect(warnings(results)).toEqual(['vcdm_1_1'])
    expect(results.find(({ id }) => id === 'vc_schema')?.status).toBe('not_applicable')
  })

  it('passes VCDM 1.1 in the older schema with a warning of its own', async () => {
    const results = await structureOf({ ...exampleOldBadge(), evidence: [{ type: 'Evidence', name: 'A' }] })
    expect(places(results)).toEqual([])
    expect(warnings(results)).toEqual(['vcdm_1_1', 'schema_vcdm11'])
  })

  it('warns of a proof that is no array', async () => {
    const proof = {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-rdfc-2022',
      proofPurpose: 'assertionMethod',
      verificationMethod: 'did:web:badges.example#key-1',
      proofValue: 'z1',
    }
    const results = await structureOf({ ...exampleBadge(), proof })
    expect(places(results)).toEqual([])
    expect(warnings(results)).toEqual(['proof_not_array'])
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'no context',
      without('@context'),
      ["context_order $['@context'][0]", "ob_context_missing $['@context']", 'schema_invalid $', 'jsonld_unsafe $'],
    ],
    [
      'contexts the wrong way round',
      { '@context': [OB, V2] },
      ["context_order $['@context'][0]", "schema_invalid $['@context'][0]"],
    ],
    [
      'another context between',
      { '@context': [V2, DATA_INTEGRITY, OB] },
      ["context_order $['@context'][2]", "schema_invalid $['@context'][1]"],
    ],
    [
      'no context of Open Badges',
      { '@context': [V2], type: ['VerifiableCredential', 'OpenBadgeCredential'] },
      ["ob_context_missing $['@context']", "schema_invalid $['@context']", 'jsonld_unsafe $'],
    ],
    ['an inline context', { '@context': [V2, OB, { a: 'urn:a' }] }, ["context_inline $['@context'][2]"]],
    [
      'an inline context deep within',
      { credentialSubject: { ...SUBJECT, '@context': { a: 'urn:a' } } },
      ["context_inline $.credentialSubject['@context']"],
    ],
    [
      'an unknown context',
      { '@context': [V2, OB, 'https://example.org/context'] },
      ["context_unknown $['@context'][2]"],
    ],
    [
      'an unknown context deep within',
      { endorsement: [{ ...ENDORSEMENT[0], '@context': [V2, 'https://example.org/context'] }] },
      ["context_unknown $.endorsement[0]['@context'][1]", "schema_invalid $.endorsement[0]['@context'][1]"],
    ],
    ['a key with a colon', { 'urn:a': 'b' }, ["not_compacted $['urn:a']"]],
    ['a keyword', { '@index': 'b' }, ["not_compacted $['@index']"]],
    [
      'a keyword beside a value',
      { name: { '@value': 'x', '@type': 'urn:t' } },
      ["not_compacted $.name['@value']", "not_compacted $.name['@type']", 'schema_invalid $.name'],
    ],
    ['null', { name: null }, ['not_compacted $.name', 'schema_invalid $.name']],
    [
      'null in an array',
      { evidence: [null] },
      ['not_compacted $.evidence[0]', 'schema_invalid $.evidence[0]', 'vc_schema_invalid $.evidence'],
    ],
    [
      'another type',
      { type: ['OpenBadgeCredential'] },
      ['not_a_verifiable_credential $.type', 'schema_invalid $.type', 'vc_schema_invalid $.type[0]', 'jsonld_unsafe $'],
    ],
    [
      'no achievement',
      { credentialSubject: { id: 'urn:a', type: ['AchievementSubject'] } },
      ['schema_invalid $.credentialSubject'],
    ],
    [
      'a status without a type',
      { credentialStatus: { id: 'urn:s' } },
      ['schema_invalid $.credentialStatus', 'vc_schema_invalid $.credentialStatus'],
    ],
    [
      'a schema without an id',
      { credentialSchema: [{ type: '1EdTechJsonSchemaValidator2019' }] },
      ['schema_invalid $.credentialSchema[0]', 'vc_schema_invalid $.credentialSchema', 'jsonld_unsafe $'],
    ],
    [
      'a date without a time zone',
      { validFrom: '2024-01-01T00:00:00' },
      ['schema_invalid $.validFrom', 'vc_schema_invalid $.validFrom'],
    ],
    [
      'a date of 200,000 digits',
      { validUntil: '1'.repeat(200_000) },
      ['schema_invalid $.validUntil', 'vc_schema_invalid $.validUntil'],
    ],
    [
      'a subject without id',
      { credentialSubject: { ...SUBJECT, id: undefined } },
      ['subject_not_identified $.credentialSubject'],
    ],
    ['a member that no context defines', { nickname: 'x' }, ['jsonld_unsafe $']],
    ['no id', without('id'), ['schema_invalid $', 'jsonld_unsafe $.id']],
    [
      'two issuers',
      { issuer: ['did:web:a.example', 'did:web:b.example'] },
      ['schema_invalid $.issuer', 'vc_schema_invalid $.issuer'],
    ],
    [
      'a status twice',
      { credentialStatus: [exampleBadge().credentialStatus, exampleBadge().credentialStatus] },
      ['schema_invalid $.credentialStatus', 'jsonld_unsafe $.credentialStatus'],
    ],
  ])('finds %s', async (_, members, expected) => {
    const base = 'id' in members || members.validFrom === exampleBadge().validFrom ? {} : exampleBadge()
    const credential = JSON.parse(JSON.stringify({ ...base, ...members })) as Record<string, unknown>
    expect(places(await structureOf(credential))).toEqual(expected)
  })

  it('is undetermined, and passes nothing, when the document could not be looked at', async () => {
    const badge: Badge = { container: 'none', format: 'jsonld', credential: exampleBadge(), jws: null }
    const results = await checkStructure(badge, async () => ({ kind: 'unavailable', reason: 'test' }))
    expect(results.at(-1)).toEqual({ id: 'jsonld', status: 'undetermined', errors: [], warnings: [] })
  })

  it('does not canonize what no bundled context gives a meaning', async () => {
    const results = await structureOf({ ...exampleBadge(), '@context': [V2, OB, { a: 'urn:a' }] })
    expect(results.at(-1)?.status).toBe('not_run')
  })

  it('stops at twenty findings of a check', async () => {
    const results = await structureOf({ ...exampleBadge(), evidence: Array.from({ length: 500 }, () => null) })
    expect(results[0]?.errors).toHaveLength(20)
  })
})
