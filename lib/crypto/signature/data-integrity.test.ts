import jsonld from 'jsonld'
import { createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { canonize as canonizeRdf } from 'rdf-canonize'
import { describe, expect, it } from 'vitest'
import { decodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { BUNDLED_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { jsonLdCanonizer } from '@/lib/crypto/json-ld/json-ld-canonizer'
import { JsonLdError } from '@/lib/crypto/json-ld/json-ld-error'
import examplesContext from '@/test/data/vectors/vc-di-eddsa/credentials-examples-v2.json'
import vectorKeyPair from '@/test/data/vectors/vc-di-eddsa/keyPair.json'
import vectorSigned from '@/test/data/vectors/vc-di-eddsa/signedDataInt.json'
import vectorUnsigned from '@/test/data/vectors/vc-di-eddsa/unsigned.json'
import { addDataIntegrityProof, verifyDataIntegrityProof } from './data-integrity'
import { generateKeyPair, publicKeyFrom } from './public-key'
import { localSigner } from './signer'
import { readMultikey, type VerificationKey } from './verification-key'

const vectorText = (name: string) =>
  readFileSync(new URL(`../../../test/data/vectors/vc-di-eddsa/${name}`, import.meta.url), 'utf8')

/** An Open Badge with every kind of node that our credentials have. */
const BADGE = {
  '@context': [
    'https://www.w3.org/ns/credentials/v2',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
  ],
  id: 'urn:uuid:0b9b1c36-7c0a-4d0e-9a3c-1f1c3c3b0a01',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: 'did:web:example.org:issuers:1', type: ['Profile'], name: 'Example', url: 'https://example.org' },
  validFrom: '2026-01-01T00:00:00Z',
  validUntil: '2030-01-01T00:00:00Z',
  name: 'Regional Final',
  credentialSubject: {
    id: 'urn:uuid:0b9b1c36-7c0a-4d0e-9a3c-1f1c3c3b0a02',
    type: ['AchievementSubject'],
    activityEndDate: '2025-12-01T00:00:00Z',
    licenseNumber: 'ABC-2026-000001',
    identifier: [
      { type: 'IdentityObject', identityHash: 'Zoë 張', identityType: 'name', hashed: false },
      { type: 'IdentityObject', identityHash: 'R-1', identityType: 'ext:registrationNumber', hashed: false },
    ],
    result: [{ type: ['Result'], value: 'Gold' }],
    achievement: {
      id: 'urn:uuid:0b9b1c36-7c0a-5d0e-9a3c-1f1c3c3b0a03',
      type: ['Achievement'],
      name: 'Regional Final',
      description: 'The regional final',
      criteria: { narrative: 'Took part.' },
    },
  },
  credentialSchema: [{ id: 'https://example.org/schema.json', type: '1EdTechJsonSchemaValidator2019' }],
  credentialStatus: {
    id: 'https://example.org/status/1#5',
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: '5',
    statusListCredential: 'https://example.org/status/1',
  },
  refreshService: { id: 'https://example.org/refresh', type: '1EdTechCredentialRefresh' },
}

const { publicJwk, privateKey } = generateKeyPair('EdDSA')
const publicKey = publicKeyFrom(publicJwk)
const OPTIONS = {
  signer: localSigner('key-1', privateKey),
  verificationMethod: 'did:web:example.org:issuers:1#key-1',
  created: '2026-01-01T00:00:00Z',
}

describe('the vectors of vc-di-eddsa for eddsa-rdfc-2022', () => {
  const examples = new Map<string, object>([
    ...BUNDLED_CONTEXTS,
    ['https://www.w3.org/ns/credentials/examples/v2', examplesContext],
  ])
  const canonize = jsonLdCanonizer(examples)
  const { proof: vectorProof, ...document } = vectorSigned
  const { proofValue, ...config } = vectorProof
  const { publicKey: key } = readMultikey(vectorKeyPair.publicKeyMultibase) as VerificationKey

  it('canonizes document and proof options to the published text', async () => {
    expect(await canonize(document)).toBe(vectorText('canonDocDataInt.txt'))
    expect(await canonize({ '@context': document['@context'], ...config })).toBe(vectorText('proofCanonDataInt.txt'))
  })

  it('signs to the published signature', async () => {
    const seed = decodeBase58btc(vectorKeyPair.privateKeyMultibase.slice(1))?.subarray(2) ?? Buffer.alloc(0)
    const jwk = { ...key.export({ format: 'jwk' }), d: encodeBase64url(seed) }
    const signer = localSigner('key-1', createPrivateKey({ key: jwk, format: 'jwk' }))
    const signed = await addDataIntegrityProof(
      vectorUnsigned,
      { signer, ...config, proofPurpose: 'assertionMethod' },
      canonize,
    )
    expect(signed).toEqual({ ...vectorUnsigned, proof: [vectorProof] })
    expect(decodeBase58btc(proofValue.slice(1))?.toString('hex')).toBe(vectorText('sigHexDataInt.txt').trim())
  })

  it('verifies the published document', async () => {
    expect(await verifyDataIntegrityProof({ ...document, proof: [vectorProof] }, key, canonize)).toBe(true)
    expect(await verifyDataIntegrityProof({ ...document, name: 'x', proof: [vectorProof] }, key, canonize)).toBe(false)
  })
})

describe('a signed badge', () => {
  it('verifies, and keeps the document as it was', async () => {
    const signed = await addDataIntegrityProof(BADGE, OPTIONS)
    const { proof, ...rest } = signed
    expect(rest).toEqual(BADGE)
    expect(proof).toEqual([
      {
        type: 'DataIntegrityProof',
        cryptosuite: 'eddsa-rdfc-2022',
        created: OPTIONS.created,
        verificationMethod: OPTIONS.verificationMethod,
        proofPurpose: 'assertionMethod',
        proofValue: expect.stringMatching(/^z[1-9A-HJ-NP-Za-km-z]{80,90}$/),
      },
    ])
    expect(await verifyDataIntegrityProof(signed, publicKey)).toBe(true)
    expect(await verifyDataIntegrityProof(JSON.parse(JSON.stringify(signed)) as object, publicKey)).toBe(true)
  })

  it('verifies with nothing of ours but the published contexts', async () => {
    const { proof, ...document } = await addDataIntegrityProof(BADGE, OPTIONS)
    const { proofValue, ...config } = proof[0]
    const hash = async (input: object) => {
      const nquads = String(
        await jsonld.toRDF(input, { documentLoader: published, safe: true, format: 'application/n-quads' }),
      )
      const canonical = await canonizeRdf(nquads, { algorithm: 'RDFC-1.0', inputFormat: 'application/n-quads' })
      return createHash('sha256').update(canonical).digest()
    }
    const data = Buffer.concat([await hash({ '@context': BADGE['@context'], ...config }), await hash(document)])
    const signature = decodeBase58btc(proofValue.slice(1)) ?? Buffer.alloc(0)
    expect(verify(null, data, createPublicKey({ key: publicJwk, format: 'jwk' }), signature)).toBe(true)
  })

  it('fails with any value changed, taken away or added', async () => {
    const signed = await addDataIntegrityProof(BADGE, OPTIONS)
    const leaves = leafPaths(signed)
    expect(leaves.length).toBeGreaterThan(40)
    for (const path of leaves) {
      expect(await verifyDataIntegrityProof(changedAt(signed, path), publicKey), path.join('.')).toBe(false)
    }
    const { credentialStatus: _status, ...unrevocable } = signed
    expect(await verifyDataIntegrityProof(unrevocable, publicKey)).toBe(false)
    expect(await verifyDataIntegrityProof({ ...signed, description: 'more' }, publicKey)).toBe(false)
  })

  it('fails with another key, and with a proof of another form', async () => {
    const signed = await addDataIntegrityProof(BADGE, OPTIONS)
    const [proof] = signed.proof
    expect(await verifyDataIntegrityProof(signed, publicKeyFrom(generateKeyPair('EdDSA').publicJwk))).toBe(false)
    expect(await verifyDataIntegrityProof(signed, publicKeyFrom(generateKeyPair('ES256').publicJwk))).toBe(false)
    const others = [
      proof,
      [],
      [proof, proof],
      [null],
      ['x'],
      [{ ...proof, expires: '2030-01-01T00:00:00Z' }],
      [{ ...proof, '@context': 'https://www.w3.org/ns/credentials/v2' }],
      undefined,
    ]
    for (const other of [
      ...others,
      [{ ...proof, proofValue: proof.proofValue.slice(1) }],
      [{ ...proof, created: 1 }],
    ]) {
      expect(await verifyDataIntegrityProof({ ...signed, proof: other }, publicKey)).toBe(false)
    }
  })

  it('refuses what RDF would lose, and contexts that are not bundled', async () => {
    await expect(addDataIntegrityProof({ ...BADGE, nickname: 'x' }, OPTIONS)).rejects.toThrow(JsonLdError)
    const context = [...BADGE['@context'], 'https://example.org/context.json']
    await expect(addDataIntegrityProof({ ...BADGE, '@context': context }, OPTIONS)).rejects.toThrow(JsonLdError)
  })

  it('gets the same signature when many are signed at once', async () => {
    const badges = Array.from({ length: 20 }, (_, index) => ({ ...BADGE, id: `urn:uuid:${index}` }))
    const together = await Promise.all(badges.map((badge) => addDataIntegrityProof(badge, OPTIONS)))
    for (const [index, badge] of badges.entries()) {
      expect(together[index]).toEqual(await addDataIntegrityProof(badge, OPTIONS))
    }
  })

  it('signs nodes that cannot be told apart', async () => {
    const result = Array.from({ length: 5 }, () => ({ type: ['Result'], value: 'Gold' }))
    const badge = { ...BADGE, credentialSubject: { ...BADGE.credentialSubject, result } }
    expect(await verifyDataIntegrityProof(await addDataIntegrityProof(badge, OPTIONS), publicKey)).toBe(true)
  })

  it('refuses a second proof and a signer of another kind', async () => {
    const signer = localSigner('key-2', generateKeyPair('ES256').privateKey)
    await expect(addDataIntegrityProof(BADGE, { ...OPTIONS, signer })).rejects.toThrow(TypeError)
    await expect(addDataIntegrityProof({ ...BADGE, proof: [] }, OPTIONS)).rejects.toThrow(TypeError)
  })
})

async function published(url: string) {
  return { contextUrl: null, documentUrl: url, document: BUNDLED_CONTEXTS.get(url) }
}

/** The paths of all strings and booleans. */
function leafPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, member]) => leafPaths(member, [...path, name]))
}

function changedAt(value: unknown, [name, ...rest]: string[]): object {
  const copy = structuredClone(value) as Record<string, unknown>
  if (name === undefined) throw new Error('the path ends at an object')
  const old = copy[name]
  copy[name] = rest.length > 0 ? changedAt(old, rest) : typeof old === 'boolean' ? !old : `${String(old)}1`
  return copy
}
