import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { boundedCanonizer } from '@/lib/crypto/json-ld/bounded-canonizer'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { JsonLdError } from '@/lib/crypto/json-ld/json-ld-error'
import type { UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import { parseCompactJws } from '@/lib/crypto/signature/compact-jws'
import { readJwk, readMultikey, verifyWithKey } from '@/lib/crypto/signature/verification-key'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { checkJoseHeader } from '@/lib/domain/badge/read/jose-header'
import { parseBadge } from '@/lib/domain/badge/read/parse-badge'
import { readCredentialProof } from './credential-proof'
import { verifyProof } from './verify-proof'

const file = (path: string) => readFileSync(new URL(`../../../../test/data/vectors/${path}`, import.meta.url), 'utf8')
const json = (path: string) => JSON.parse(file(path)) as Record<string, unknown>

/** The public halves of `vm-ed25519.json` and `vm-p256.json`, which stand beside the vectors of VC-JOSE-COSE. */
const JOSE_KEYS = {
  ed25519: { kty: 'OKP', crv: 'Ed25519', x: 'NvUhsjZe7Mdv8Esoc60o3ma1U5j2tFUTDsOQd39xMnI' },
  p256: {
    kty: 'EC',
    crv: 'P-256',
    x: 'WfTi93YuhsQxKbD0ftnjOXJndqhnJ5kgDV-ZDGyrhBQ',
    y: 'qUd_55EjX0mjKZ6W6mF4UXVYTQ41K6jfdnYFwN5uPyk',
  },
}

const bounded = boundedCanonizer(
  new Map([
    ...BADGE_CONTEXTS,
    ['https://www.w3.org/ns/credentials/examples/v2', json('vc-di-eddsa/credentials-examples-v2.json')],
  ]),
  { maxQuads: 1000, maxBlankNodes: 100 },
)

const canonize: UntrustedCanonizer = async (document, options) => {
  try {
    return { kind: 'canonized', nquads: await bounded(document, options?.digest) }
  } catch (error) {
    if (error instanceof JsonLdError) return { kind: 'refused', detail: error.message }
    throw error
  }
}

/** What each proof of a credential comes to, with the key that its did:key names. */
async function outcomes(credential: Record<string, unknown>): Promise<string[]> {
  const { proof: proofs, ...document } = credential
  return Promise.all(
    asArray(proofs).map(async (value) => {
      const proof = readCredentialProof(value, credential['@context'], '$.proof')
      if ('code' in proof) return proof.code
      const key = readMultikey(String(proof.verificationMethod).split('#')[1] ?? '')
      if (typeof key === 'string') return key
      const canonical = (digest: 'sha256' | 'sha384') => canonize(document, { digest })
      return (await verifyProof(canonical, credential['@context'], proof, key, canonize)).kind
    }),
  )
}

const SINGLE = [
  'vc-di-eddsa/signedDataInt.json',
  'vc-di-eddsa/signedEdSig.json',
  'vc-di-ecdsa/signedECDSAP256.json',
  'vc-di-ecdsa/signedECDSAP384.json',
]

describe('vectors of the W3C', () => {
  it.each(SINGLE)('%s holds', async (path) => {
    expect(await outcomes(json(path))).toEqual(['verified'])
  })

  it.each(SINGLE)('%s does not hold with anything changed', async (path) => {
    const vector = json(path)
    const proof = vector.proof as Record<string, string>
    const swapped = (proof.proofValue ?? '').replace(/.(.)$/, (end) => (end.startsWith('2') ? '33' : '22'))
    expect(await outcomes({ ...vector, proof: { ...proof, created: '2023-02-24T23:36:39Z' } })).toEqual(['invalid'])
    expect(await outcomes({ ...vector, proof: { ...proof, proofValue: swapped } })).toEqual(['invalid'])
    expect(await outcomes({ ...vector, id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc34' })).toEqual(['invalid'])
  })

  it('each proof of a set holds by itself', async () => {
    expect(await outcomes(json('vc-di-eddsa/signedProofSet1.json'))).toEqual(['verified'])
    expect(await outcomes(json('vc-di-eddsa/signedProofSet2.json'))).toEqual(['verified', 'verified'])
  })

  it('a chain of proofs is refused, not half understood', async () => {
    expect(await outcomes(json('vc-di-eddsa/signedProofChain2.json'))).toContain('proof_unsupported')
  })

  it.each([
    ['credential-issuer-match-signed', 'ed25519', true],
    ['credential-jose-minimal', 'p256', true],
    ['credential-jose-bad-media-type', 'ed25519', true],
    ['credential-jose-vc-vp-claims', 'ed25519', true],
    ['credential-jose-bad-signature', 'ed25519', false],
    ['credential-jose-minimal', 'ed25519', false],
  ] as const)('the signature of %s with the published %s key: %s', (name, key, holds) => {
    const jws = parseCompactJws(file(`vc-jose-cose/${name}.txt`).trim())
    const read = readJwk(JOSE_KEYS[key])
    if (!jws || typeof read === 'string') throw new Error('not readable')
    expect(verifyWithKey(read, jws.signingInput, jws.signature)).toBe(holds)
  })

  it.each([
    ['credential-issuer-match-signed', []],
    ['credential-jose-minimal', []],
    ['credential-jose-bad-signature', []],
    ['credential-jose-bad-media-type', ['typ_not_allowed']],
    ['credential-jose-unknown-extensions', ['alg_not_allowed']],
    ['credential-jose-vc-vp-claims', ['vc_claim_forbidden', 'vc_claim_forbidden']],
  ])('the header and claims of %s: %j', (name, codes) => {
    const parsed = parseBadge(file(`vc-jose-cose/${name}.txt`).trim(), 'none')
    if (parsed.kind !== 'parsed' || !parsed.badge.jws) throw new Error('not a JWS')
    expect(checkJoseHeader(parsed.badge.jws).map(({ code }) => code)).toEqual(codes)
  })
})
