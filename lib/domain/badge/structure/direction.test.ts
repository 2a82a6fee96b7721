import { afterAll, describe, expect, it } from 'vitest'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { jsonLdCanonizer } from '@/lib/crypto/json-ld/json-ld-canonizer'
import {
  addDataIntegrityProof,
  type JsonLdDocument,
  verifyDataIntegrityProof,
} from '@/lib/crypto/signature/data-integrity'
import { generateKeyPair, publicKeyFrom } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { canonizeUntrusted } from '@/lib/render/untrusted/canonize-untrusted'
import { untrustedPool } from '@/lib/render/untrusted/untrusted-pool-holder'
import { exampleBadge } from '@/test/badges/badge-fixture'
import { checkJsonLd } from './check-json-ld'
import { findUncompacted } from './find-uncompacted'

afterAll(() => untrustedPool().close())

const { publicJwk, privateKey } = generateKeyPair('EdDSA')
const canonize = jsonLdCanonizer(BADGE_CONTEXTS)
const named = (name: unknown) => ({ ...exampleBadge(), name }) as unknown as JsonLdDocument
const value = { '@value': 'תעודה', '@language': 'he', '@direction': 'rtl' }

const nquadsOf = async (document: object) => {
  const result = await canonizeUntrusted(document)
  return result.kind === 'canonized' ? result.nquads : result
}
const signed = (document: JsonLdDocument) =>
  addDataIntegrityProof(
    document,
    {
      signer: localSigner('key-1', privateKey),
      verificationMethod: 'did:web:badges.example#key-1',
      created: '2024-01-01T00:00:00Z',
    },
    canonize,
  )

describe('a direction of writing', () => {
  it('is in the canonical form as the datatype i18n, the same when signing and when judging', async () => {
    const nquads = await nquadsOf(named(value))
    expect(nquads).toContain('"תעודה"^^<https://www.w3.org/ns/i18n#he_rtl>')
    expect(await canonize(named(value))).toBe(nquads)
  })

  it('without a language stands alone', async () => {
    expect(await nquadsOf(named({ '@value': 'x', '@direction': 'ltr' }))).toContain(
      '"x"^^<https://www.w3.org/ns/i18n#_ltr>',
    )
  })

  it('changes nothing where there is none', async () => {
    expect(await nquadsOf(named({ '@value': 'Nom', '@language': 'fr' }))).toContain('"Nom"@fr')
  })

  it('is signed: turned, taken away or given, it breaks the signature', async () => {
    const badge = await signed(named(value))
    const holds = (name: unknown) => verifyDataIntegrityProof({ ...badge, name }, publicKeyFrom(publicJwk), canonize)
    expect(await holds(value)).toBe(true)
    expect(await holds({ ...value, '@direction': 'ltr' })).toBe(false)
    expect(await holds({ '@value': value['@value'], '@language': 'he' })).toBe(false)
    expect(await holds({ ...value, '@language': 'ar' })).toBe(false)
    const plain = await signed(named('Name'))
    expect(
      await verifyDataIntegrityProof(
        { ...plain, name: { '@value': 'Name', '@direction': 'rtl' } },
        publicKeyFrom(publicJwk),
        canonize,
      ),
    ).toBe(false)
  })

  it.each<[string, unknown]>([
    ['another direction', { '@value': 'x', '@direction': 'up' }],
    ['no text', { '@value': 7, '@direction': 'rtl' }],
    ['a list of directions', { '@value': 'x', '@direction': ['rtl'] }],
    ['null', { '@value': 'x', '@direction': null }],
    ['a type beside it', { '@value': 'x', '@direction': 'rtl', type: 'https://www.w3.org/2001/XMLSchema#string' }],
    ['a language that would end the datatype', { '@value': 'x', '@language': 'en> <urn:x> "', '@direction': 'rtl' }],
    ['on a node', { id: 'urn:x', '@direction': 'rtl' }],
    ['in a node of the badge’s own', { '@value': 'x', '@direction': 'rtl', validUntil: '2030-01-01T00:00:00Z' }],
  ])('with %s is refused', async (_, name) => {
    const credential = named(name)
    const errors = [...findUncompacted(credential), ...(await checkJsonLd(credential, canonizeUntrusted)).errors]
    expect(errors.map(({ code }) => code).filter((code) => /^(not_compacted|jsonld_unsafe)$/.test(code))).not.toEqual(
      [],
    )
  })

  it('of the type that it would make, written out, is refused', async () => {
    const credential = named({ '@value': 'x', type: 'https://www.w3.org/ns/i18n#he_rtl' })
    expect(findUncompacted(credential)).not.toEqual([])
  })
})
