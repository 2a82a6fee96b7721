import jsonld from 'jsonld'
import { describe, expect, it } from 'vitest'
import { BUNDLED_CONTEXTS, type JsonLdContexts } from './contexts'
import { jsonLdCanonizer } from './json-ld-canonizer'
import { JsonLdError } from './json-ld-error'

const ALL = [...BUNDLED_CONTEXTS.keys()].filter((url) => !url.includes('data-integrity'))

/** A document with one node for every type of the contexts, with every term that this type's own context defines. */
function documentOfEverything(): object {
  const nodes = [...BUNDLED_CONTEXTS.values()].flatMap((document) => {
    const context = membersOf(membersOf(document)['@context'])
    return Object.entries(context).flatMap(([type, definition]) => {
      const terms = Object.entries(membersOf(membersOf(definition)['@context'])).filter(([term]) => isOrdinary(term))
      return /^[A-Z1]/.test(type)
        ? [{ type, ...Object.fromEntries(terms.flatMap(([term, as]) => valueOf(term, as))) }]
        : []
    })
  })
  return { '@context': ALL, type: 'VerifiableCredential', evidence: nodes }
}

function isOrdinary(term: string): boolean {
  return !term.startsWith('@') && term !== 'id' && term !== 'type'
}

/** A typed node where the term takes one, so that scoped contexts are entered and left again. */
function valueOf(term: string, definition: unknown): [string, unknown][] {
  const members = membersOf(definition)
  if (members['@container'] === '@graph') return []
  return [[term, members['@type'] === '@id' ? { id: 'urn:node', type: 'Profile', email: 'x', name: 'y' } : 'urn:value']]
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

const plainCanonizer = (input: object, contexts: JsonLdContexts = BUNDLED_CONTEXTS) =>
  jsonld.canonize(input, {
    documentLoader: async (url) => ({ contextUrl: null, documentUrl: url, document: contexts.get(url) }),
    safe: true,
    canonizeOptions: { algorithm: 'RDFC-1.0' },
  })

describe('BundledContextResolver', () => {
  it('gives every term of every type the meaning that jsonld alone gives it, the second time too', async () => {
    const input = documentOfEverything()
    const expected = await plainCanonizer(input)
    const canonize = jsonLdCanonizer(BUNDLED_CONTEXTS)
    expect(expected.split('\n').length).toBeGreaterThan(100)
    expect(await canonize(input)).toBe(expected)
    expect(await canonize(input)).toBe(expected)
  })

  it('keeps apart what different documents make of the same contexts', async () => {
    const canonize = jsonLdCanonizer(BUNDLED_CONTEXTS)
    const badge = { '@context': ALL, type: 'Profile', id: 'urn:a', name: 'a' }
    const inline = { '@context': [ALL[0], { nickname: 'urn:nickname' }], type: 'Thing1', id: 'urn:b', nickname: 'b' }
    const other = {
      '@context': [ALL[0], { nickname: 'urn:other', Thing1: 'urn:thing' }],
      type: 'Thing1',
      nickname: 'b',
    }
    for (const document of [badge, inline, other, badge, inline]) {
      const expected = await plainCanonizer(document).catch((error: unknown) => String(error))
      expect(await canonize(document).catch((error: unknown) => String(error))).toBe(
        expected.replace('jsonld.ValidationError', 'JsonLdError'),
      )
    }
  })

  it('leaves a type-scoped context at the next node', async () => {
    const scoped = { '@id': 'urn:T', '@context': { x: 'urn:scoped', y: 'urn:y' } }
    const contexts = new Map([['urn:a', { '@context': { T: scoped, x: 'urn:outer', child: 'urn:child' } }]])
    const document = { '@context': 'urn:a', '@type': 'T', x: '1', child: { '@type': 'T', x: '2', child: { x: '3' } } }
    const canonical = await jsonLdCanonizer(contexts)(document)
    expect(canonical).toContain('<urn:outer> "3"')
    expect(canonical).toBe(await plainCanonizer(document, contexts))
  })

  it('leaves it where the same context was entered for a property before, and on other ways', async () => {
    const inner = { '@id': 'urn:inner', '@context': { x: 'urn:inner-x' } }
    const scoped = { '@id': 'urn:T', '@context': { x: 'urn:scoped', inner } }
    const other = { '@id': 'urn:U', '@context': { x: 'urn:other' } }
    const contexts = new Map([
      ['urn:a', { '@context': { T: scoped, U: other, x: 'urn:outer', inner: 'urn:outer-inner', child: 'urn:child' } }],
      ['urn:b', { '@context': { U: scoped, x: 'urn:b-outer' } }],
    ])
    const canonize = jsonLdCanonizer(contexts)
    const child = (type: unknown, within: object) => ({
      child: { '@type': type, x: '1', inner: { x: '6' }, child: { x: '2', ...within } },
    })
    const within = [{}, { T: { x: '3' } }, child('T', {}), child('U', { inner: { x: '4' } }), child(['T', 'U'], {})]
    for (const context of ['urn:a', ['urn:a', 'urn:b'], ['urn:a', { x: 'urn:own' }]])
      for (const type of ['T', 'U', ['T', 'U'], ['U', 'T']])
        for (const inside of within) {
          const document = {
            '@context': context,
            T: { x: '0', inner: { x: '5' }, ...child(type, {}) },
            ...child(type, inside),
          }
          expect(await canonize(document)).toBe(await plainCanonizer(document, contexts))
        }
  })

  it('protects no term for the documents that come after', async () => {
    const contexts = new Map([['urn:a', { '@context': { x: 'urn:x' } }]])
    const canonize = jsonLdCanonizer(contexts)
    await canonize({ '@context': ['urn:a', { '@protected': true, y: 'urn:y' }], y: '1' })
    const document = { '@context': ['urn:a', null, { z: 'urn:z' }], z: '1' }
    expect(await canonize(document)).toBe(await plainCanonizer(document, contexts))
  })

  it('leaves the contexts that it was given as they were', async () => {
    const before = JSON.stringify([...BUNDLED_CONTEXTS])
    await jsonLdCanonizer(BUNDLED_CONTEXTS)(documentOfEverything())
    expect(JSON.stringify([...BUNDLED_CONTEXTS])).toBe(before)
  })

  it.each([
    'https://example.org/context.json',
    'https://www.w3.org/ns/credentials/v2/',
    'v2',
    7,
    ['https://www.w3.org/ns/credentials/v2', ['https://example.org/']],
  ])('refuses the context %j', async (context) => {
    await expect(jsonLdCanonizer(BUNDLED_CONTEXTS)({ '@context': context, id: 'urn:a' })).rejects.toThrow(JsonLdError)
  })

  it('refuses a context that includes itself', async () => {
    const contexts = new Map([
      ['urn:a', { '@context': ['urn:b'] }],
      ['urn:b', { '@context': 'urn:a' }],
    ])
    await expect(jsonLdCanonizer(contexts)({ '@context': 'urn:a', id: 'urn:x' })).rejects.toThrow(JsonLdError)
  })
})
