import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { encodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { exampleBadge } from '@/test/badges/badge-fixture'
import bundledDigests from './bundled-digests.json'
import { checkResources } from './check-resources'

const V2 = 'https://www.w3.org/ns/credentials/v2'
const bytes = readFileSync(new URL('../../../crypto/contexts/credentials-v2.json', import.meta.url))
const digest = (algorithm: string, of: Uint8Array | string = bytes) => createHash(algorithm).update(of).digest()
const sri = (algorithm: string, of?: string) => `${algorithm}-${digest(algorithm, of).toString('base64')}`
const multihash = (code: number, algorithm: string, of?: string) => {
  const hash = digest(algorithm, of)
  return Buffer.concat([Buffer.from([code, hash.length]), hash])
}
const WRONG = sri('sha256', 'something else')

/** The codes that a badge with these members gets. */
function codesOf(members: object): string[] {
  const { errors, warnings } = checkResources({ ...exampleBadge(), ...members }, false)
  return [...errors, ...warnings].map(({ code, path }) => `${code} ${path}`)
}
const related = (...relatedResource: unknown[]) => codesOf({ relatedResource })

describe('digests of what is bundled', () => {
  it('are those of the bundled files', () => {
    const script = fileURLToPath(new URL('../../../../scripts/bundled-digests.mjs', import.meta.url))
    expect(() => execFileSync(process.execPath, [script, '--check'])).not.toThrow()
    expect([...BADGE_CONTEXTS.keys()].filter((url) => !Object.hasOwn(bundledDigests, url))).toEqual([])
  })

  it('agree with those that W3C publishes (VCDM 2.0 section B.1, Data Integrity 1.0 section 2.4)', () => {
    const hex = (text: string) => Buffer.from(text, 'base64').toString('hex')
    expect(bundledDigests[V2].sha256.map(hex)).toContain(
      '59955ced6697d61e03f2b2556febe5308ab16842846f5b586d7f1f7adec92734',
    )
    expect(bundledDigests['https://w3id.org/security/data-integrity/v2'].sha256.map(hex)).toContain(
      '67f21e6e33a6c14e5ccfd2fc7865f7474fb71a04af7e94136cb399dfac8ae8f4',
    )
  })

  it.each<[string, object]>([
    ['SHA-256', { digestSRI: sri('sha256') }],
    ['SHA-384', { digestSRI: sri('sha384') }],
    ['SHA-512', { digestSRI: sri('sha512') }],
    ['one of two', { digestSRI: `${WRONG} ${sri('sha256')}` }],
    ['the strongest of two', { digestSRI: `${WRONG} ${sri('sha384')}` }],
    ['with an option', { digestSRI: `${sri('sha256')}?ct=application/ld+json` }],
    ['multibase, base64url', { digestMultibase: `u${encodeBase64url(multihash(0x12, 'sha256'))}` }],
    ['multibase, base58btc', { digestMultibase: `z${encodeBase58btc(multihash(0x20, 'sha384'))}` }],
    ['multibase, SHA-512', { digestMultibase: `u${encodeBase64url(multihash(0x13, 'sha512'))}` }],
    ['both', { digestSRI: sri('sha256'), digestMultibase: `u${encodeBase64url(multihash(0x12, 'sha256'))}` }],
  ])('%s holds', (_, members) => expect(related({ id: V2, ...members })).toEqual([]))

  it.each<[string, object]>([
    ['SHA-256', { digestSRI: WRONG }],
    ['the strongest of two', { digestSRI: `${sri('sha256')} ${sri('sha384', 'x')}` }],
    ['multibase', { digestMultibase: `u${encodeBase64url(multihash(0x12, 'sha256', 'x'))}` }],
    [
      'one kind of two',
      { digestSRI: sri('sha256'), digestMultibase: `u${encodeBase64url(multihash(0x12, 'sha256', 'x'))}` },
    ],
  ])('%s of something else does not', (_, members) =>
    expect(related({ id: V2, ...members })).toEqual(['related_resource_mismatch $.relatedResource[0]']),
  )

  it('count wherever they stand, but not within an endorsement', () => {
    const schema = { id: V2, type: 'JsonSchema', digestSRI: WRONG }
    expect(codesOf({ credentialSchema: [schema] })).toEqual(['related_resource_mismatch $.credentialSchema[0]'])
    expect(codesOf({ evidence: [{ type: ['Evidence'], more: schema }] })).toEqual([
      'related_resource_mismatch $.evidence[0].more',
    ])
    expect(codesOf({ endorsement: [{ relatedResource: [schema] }] })).toEqual([])
  })
})

describe('relatedResource', () => {
  it.each<[string, unknown[]]>([
    ['a text', [V2]],
    ['null', [null]],
    ['without an id', [{ digestSRI: WRONG }]],
    ['with an id that is no address', [{ id: 'picture', digestSRI: WRONG }]],
    ['without a digest', [{ id: 'https://example.com/1' }]],
    ['with a digest that is none', [{ id: V2, digestSRI: 'sha256-AAAA' }]],
    ['with a digest of no known kind', [{ id: V2, digestSRI: `md5-${'A'.repeat(22)}` }]],
    ['with a digest that is no text', [{ id: V2, digestSRI: [sri('sha256')] }]],
    ['with a multihash that is too short', [{ id: V2, digestMultibase: 'uEiAA' }]],
    ['with no multihash', [{ id: V2, digestMultibase: '!' }]],
    [
      'twice',
      [
        { id: V2, digestSRI: sri('sha256') },
        { id: V2, digestSRI: sri('sha256') },
      ],
    ],
  ])('%s is malformed', (_, entries) => {
    expect(related(...entries).map((one) => one.split(' ')[0])).toContain('related_resource_malformed')
  })

  it('of what is elsewhere is a warning, and so is a hash that is not known', () => {
    const picture = { id: 'https://example.com/picture.png', digestSRI: WRONG }
    expect(related(picture)).toEqual(['related_resource_not_checked $.relatedResource[0]'])
    const blake = Buffer.concat([Buffer.from([0xb2, 0x20]), Buffer.alloc(32)])
    expect(related({ id: V2, digestMultibase: `u${encodeBase64url(blake)}` })).toEqual([
      'related_resource_not_checked $.relatedResource[0]',
    ])
    // What its publisher serves is known by its SHA-256 alone.
    const multikey = { id: 'https://w3id.org/security/multikey/v1', digestSRI: sri('sha384', 'x') }
    expect(related(multikey)).toEqual(['related_resource_not_checked $.relatedResource[0]'])
  })

  it('as an object alone is one', () => {
    expect(codesOf({ relatedResource: { id: V2, digestSRI: WRONG } })).toEqual([
      'related_resource_mismatch $.relatedResource',
    ])
  })

  it('without end is refused, and what is wrong is told to the twentieth', () => {
    const entries = Array.from({ length: 3000 }, (_, index) => ({
      id: `https://example.com/${index}`,
      digestSRI: WRONG,
    }))
    expect(related(...entries)).toContain('related_resource_malformed $.relatedResource')
    expect(related(...entries.slice(0, 100))).toHaveLength(20)
  })
})

describe('refreshService', () => {
  const service = { id: 'https://badges.example/refresh/1', type: '1EdTechCredentialRefresh' }

  it('is named, unless the badge is ours', () => {
    expect(checkResources({ ...exampleBadge(), refreshService: service }, false).warnings).toEqual([
      { code: 'refresh_service', path: '$.refreshService', detail: service.id },
    ])
    expect(codesOf({ refreshService: [service, service] })).toHaveLength(2)
    expect(checkResources({ ...exampleBadge(), refreshService: service }, true).warnings).toEqual([])
  })
})
