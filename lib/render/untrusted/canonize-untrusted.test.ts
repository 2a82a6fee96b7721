import { afterAll, describe, expect, it } from 'vitest'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { jsonLdCanonizer } from '@/lib/crypto/json-ld/json-ld-canonizer'
import { canonizeUntrusted } from './canonize-untrusted'
import { WARM_UP_DOCUMENT } from './untrusted-limits'
import { untrustedPool } from './untrusted-pool-holder'

afterAll(() => untrustedPool().close())

const CONTEXTS = WARM_UP_DOCUMENT['@context']
const badge = (members: object) => ({
  '@context': CONTEXTS,
  id: 'urn:example:badge',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  ...members,
})
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

/** Blank nodes that are all connected to each other look the same from everywhere. */
const clique = (size: number) =>
  badge({
    credentialSubject: many(size, (one) => ({
      id: `_:b${one}`,
      type: ['AchievementSubject'],
      source: many(size, (other) => ({ id: `_:b${other}` })).filter((_, other) => other !== one),
    })),
  })
const results = (count: number, idOf: (index: number) => object) =>
  badge({
    credentialSubject: {
      type: ['AchievementSubject'],
      result: many(count, (index) => ({ ...idOf(index), type: ['Result'], value: 'same' })),
    },
  })
const nested = (depth: number) => {
  let profile: object = { type: ['Profile'] }
  for (let level = 0; level < depth; level++) profile = { type: ['Profile'], parentOrg: profile }
  return badge({ issuer: profile })
}

describe('canonizeUntrusted', () => {
  it('gives what the canonizer of our own credentials gives', async () => {
    const nquads = await jsonLdCanonizer(BADGE_CONTEXTS)(WARM_UP_DOCUMENT)
    expect(await canonizeUntrusted(WARM_UP_DOCUMENT)).toEqual({ kind: 'canonized', nquads })
  })

  it.each([
    ['a type that no context defines', { type: 'Unheard' }, 'Relative @type reference found: Unheard'],
    ['a member that no context defines', { unheard: 1 }, /unheard$/],
    ['a context that is not bundled', { '@context': ['https://example.org/c'] }, /example\.org\/c is not bundled$/],
    ['an id that is no IRI', { id: '__proto__' }, 'Relative @id reference found: __proto__'],
    ['an id that N-Quads would escape', { id: 'urn:a>b' }, 'not a plain IRI: urn:a>b'],
    ['what cannot be copied', { name: () => 'x' }, 'it cannot be copied'],
  ])('refuses %s', async (_, members, detail) => {
    const result = await canonizeUntrusted(badge(members))
    expect(result).toEqual({
      kind: 'refused',
      detail: detail instanceof RegExp ? expect.stringMatching(detail) : detail,
    })
  })

  it.each<[string, object, RegExp]>([
    ['a clique of 10 blank nodes', clique(10), /^Maximum deep iterations exceeded/],
    ['a clique of 25 blank nodes', clique(25), /^Maximum deep iterations exceeded/],
    ['40 profiles without an id in each other', nested(40), /^Maximum deep iterations exceeded/],
    ['2,000 blank nodes', results(2000, () => ({})), /^it has more than 1000 objects$/],
    ['2,000 named nodes', results(2000, (index) => ({ id: `urn:r:${index}` })), /^it has more than 1000 objects$/],
    ['nesting that exhausts a stack', nested(20_000), /^it is nested deeper than 100 levels$/],
    ['endless lists', badge({ name: many(20_000, String) }), /^it has more than 10000 values$/],
    ['5,000 contexts', badge({ '@context': many(5000, () => String(CONTEXTS[0])) }), /^it has more than 20 contexts/],
  ])('refuses %s', async (_, document, detail) => {
    expect(await canonizeUntrusted(document)).toEqual({ kind: 'refused', detail: expect.stringMatching(detail) })
  })

  it('leaves nothing behind in the thread', async () => {
    const before = await canonizeUntrusted(WARM_UP_DOCUMENT)
    const attack = JSON.parse('{"__proto__":{"polluted":"urn:x"},"id":"__proto__","type":"constructor"}') as object
    await Promise.all(many(4, () => attack).map((one) => canonizeUntrusted(badge(one))))
    expect(await canonizeUntrusted(WARM_UP_DOCUMENT)).toEqual(before)
  })

  it('never holds up the event loop', async () => {
    await canonizeUntrusted(WARM_UP_DOCUMENT)
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const result = await canonizeUntrusted(results(900, () => ({})))
    clearInterval(timer)
    expect(['canonized', 'refused']).toContain(result.kind)
    expect(turns).toBeGreaterThan(2)
  })
})
