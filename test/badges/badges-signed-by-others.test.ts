import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import * as EcdsaMultikey from '@digitalbazaar/ecdsa-multikey'
import { cryptosuite as ecdsaRdfc2019 } from '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite'
import {
  createDiscloseCryptosuite,
  createSignCryptosuite,
  createVerifyCryptosuite,
} from '@digitalbazaar/ecdsa-sd-2023-cryptosuite'
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey'
import { Ed25519Signature2020 } from '@digitalbazaar/ed25519-signature-2020'
import { cryptosuite as eddsaRdfc2022 } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as vc from '@digitalbazaar/vc'
import { describe, expect, it } from 'vitest'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { validateOpenBadge } from '@/lib/service/badges/validate-open-badge'
import { useServiceDatabase } from '@/test/database/service-database'
import { networkOf } from './badge-documents'
import { TEST_DID, TEST_DID_ADDRESS, testBadge } from './signed-badge'

type Json = Record<string, unknown>
type Key = Awaited<ReturnType<typeof EcdsaMultikey.generate>>

const SIGNED = '2024-01-01T00:00:00Z'
const ED25519_CONTEXT = 'https://w3id.org/security/suites/ed25519-2020/v1'
const MULTIKEY_CONTEXT = 'https://w3id.org/security/multikey/v1'

useServiceDatabase()

/** Somebody else's issuer: its keys, its document, and what the library finds by address. */
class OtherIssuer {
  readonly document: Json
  readonly #key: Key

  constructor(key: Key) {
    this.#key = key
    this.document = {
      '@context': ['https://www.w3.org/ns/did/v1', MULTIKEY_CONTEXT],
      id: TEST_DID,
      verificationMethod: [this.#method()],
      assertionMethod: [key.id],
    }
  }

  #method(): Json {
    const { id, publicKeyMultibase } = this.#key
    return { id, type: 'Multikey', controller: TEST_DID, publicKeyMultibase }
  }

  readonly documentLoader = (url: string) => {
    const own = { [TEST_DID]: this.document, [this.#key.id]: { '@context': MULTIKEY_CONTEXT, ...this.#method() } }
    const document = BADGE_CONTEXTS.get(url) ?? own[url]
    if (!document) return Promise.reject(new Error(`${url} is not known`))
    return Promise.resolve({ contextUrl: null, documentUrl: url, document })
  }

  /** Signs a badge with the library. */
  issue(suite: object, changes: Json = {}): Promise<Json> {
    const credential = testBadge({ validUntil: '2090-01-01T00:00:00Z', ...changes })
    return vc.issue({ credential: structuredClone(credential), suite, documentLoader: this.documentLoader })
  }

  /** What the library says of a badge. */
  async theirs(credential: Json, suite: object): Promise<boolean> {
    const { documentLoader } = this
    return (await vc.verifyCredential({ credential: structuredClone(credential), suite, documentLoader })).verified
  }

  /** What this service says of it. */
  async ours(credential: Json): Promise<{ verdict: string; codes: string[] }> {
    const network = networkOf({ [TEST_DID_ADDRESS]: this.document })
    const { verdict, checks } = await validateOpenBadge(Buffer.from(JSON.stringify(credential)), { network })
    return { verdict, codes: checks.flatMap(({ errors }) => errors.map(({ code }) => code)) }
  }
}

interface Suite {
  name: string
  makeKey: () => Promise<Key>
  /** A badge as a holder shows it. */
  sign: (issuer: OtherIssuer, key: Key) => Promise<Json>
  verify: () => object
}

const ed25519 = () => Ed25519Multikey.generate({ controller: TEST_DID })
const ecdsa = (curve: 'P-256' | 'P-384') => () => EcdsaMultikey.generate({ curve, controller: TEST_DID })
const dataIntegrity = (cryptosuite: object) => ({
  sign: (issuer: OtherIssuer, key: Key) =>
    issuer.issue(new DataIntegrityProof({ cryptosuite, signer: key.signer(), date: SIGNED })),
  verify: () => new DataIntegrityProof({ cryptosuite }),
})

/** What an issuer leaves no choice about, and what a holder chose to show beside it. */
const MANDATORY = ['/issuer', '/validFrom', '/validUntil', '/credentialSubject/achievement']
const signBase = (issuer: OtherIssuer, key: Key, changes: Json = {}) =>
  issuer.issue(
    new DataIntegrityProof({
      cryptosuite: createSignCryptosuite({ mandatoryPointers: MANDATORY }),
      signer: key.signer(),
      date: SIGNED,
    }),
    changes,
  )
const disclose = (issuer: OtherIssuer, verifiableCredential: Json, selectivePointers: string[]) =>
  vc.derive({
    verifiableCredential,
    suite: new DataIntegrityProof({ cryptosuite: createDiscloseCryptosuite({ selectivePointers }) }),
    documentLoader: issuer.documentLoader,
  })

const SUITES: Suite[] = [
  { name: 'eddsa-rdfc-2022', makeKey: ed25519, ...dataIntegrity(eddsaRdfc2022) },
  { name: 'ecdsa-rdfc-2019 with P-256', makeKey: ecdsa('P-256'), ...dataIntegrity(ecdsaRdfc2019) },
  { name: 'ecdsa-rdfc-2019 with P-384', makeKey: ecdsa('P-384'), ...dataIntegrity(ecdsaRdfc2019) },
  {
    name: 'Ed25519Signature2020',
    makeKey: ed25519,
    sign: (issuer, key) =>
      issuer.issue(new Ed25519Signature2020({ signer: key.signer(), date: SIGNED }), {
        '@context': [...(testBadge()['@context'] as string[]), ED25519_CONTEXT],
      }),
    verify: () => new Ed25519Signature2020(),
  },
  {
    name: 'ecdsa-sd-2023',
    makeKey: ecdsa('P-256'),
    sign: async (issuer, key) => disclose(issuer, await signBase(issuer, key), ['/name', '/credentialSubject/id']),
    verify: () => new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
  },
]

const proofOf = ({ proof }: Json) => (Array.isArray(proof) ? proof : [proof])[0] as Json
const withSubject = (badge: Json, changes: Json) => ({
  ...badge,
  credentialSubject: { ...(badge.credentialSubject as Json), ...changes },
})

/** Copies that say something else than was signed. */
const ALTERATIONS: [string, (badge: Json) => Json][] = [
  ['another name', (badge) => ({ ...badge, name: 'Leadership' })],
  ['without its name', ({ name: _, ...badge }) => badge],
  ['another subject', (badge) => withSubject(badge, { id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33' })],
  ['a later end', (badge) => ({ ...badge, validUntil: '2099-01-01T00:00:00Z' })],
  ['without an end', ({ validUntil: _, ...badge }) => badge],
  ['another name of the issuer', (badge) => ({ ...badge, issuer: { ...(badge.issuer as Json), name: 'Another' } })],
  ['a further claim', (badge) => withSubject(badge, { licenseNumber: '7' })],
  ['a proof of another day', (badge) => ({ ...badge, proof: { ...proofOf(badge), created: '2024-01-02T00:00:00Z' } })],
]

describe.each(SUITES)('a badge signed by the library, $name', ({ makeKey, sign, verify }) => {
  it('is valid here too', async () => {
    const key = await makeKey()
    const issuer = new OtherIssuer(key)
    const badge = await sign(issuer, key)
    expect(await issuer.theirs(badge, verify())).toBe(true)
    expect(await issuer.ours(badge)).toEqual({ verdict: 'valid', codes: [] })
  })

  it('is not valid here or there with anything altered, or with another key', async () => {
    const key = await makeKey()
    const issuer = new OtherIssuer(key)
    const badge = await sign(issuer, key)
    for (const [what, alter] of ALTERATIONS) {
      const altered = alter(structuredClone(badge))
      expect([what, await issuer.theirs(altered, verify())]).toEqual([what, false])
      expect([what, await issuer.ours(altered)]).toEqual([what, { verdict: 'not_valid', codes: ['signature_invalid'] }])
    }
    const other = await makeKey()
    const impostor = new OtherIssuer({ ...other, id: key.id })
    expect(await impostor.ours(badge)).toEqual({ verdict: 'not_valid', codes: ['signature_invalid'] })
    const unknown = new OtherIssuer(other)
    expect((await unknown.ours(badge)).codes).toEqual(['verification_method_not_found'])
  })
})

describe('what a holder discloses of an ecdsa-sd-2023 badge', () => {
  it('is valid whatever was left out, and never the base proof itself', async () => {
    const key = await ecdsa('P-256')()
    const issuer = new OtherIssuer(key)
    const base = await signBase(issuer, key)
    const verify = () => new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() })
    for (const pointers of [[], ['/credentialSubject/id'], ['/name', '/credentialSubject'], ['/id', '/name']]) {
      const shown = await disclose(issuer, structuredClone(base), pointers)
      expect([pointers, await issuer.theirs(shown, verify())]).toEqual([pointers, true])
      const { codes } = await issuer.ours(shown)
      // A badge says of whom it is: one without is refused for that, and not for its signature.
      expect([pointers, codes.includes('signature_invalid'), codes.includes('proof_error')]).toEqual([
        pointers,
        false,
        false,
      ])
    }
    expect((await issuer.ours(base)).codes).toContain('proof_error')
  })

  it('is not two badges in one: what another badge of the same issuer says does not fit', async () => {
    const key = await ecdsa('P-256')()
    const issuer = new OtherIssuer(key)
    const pointers = ['/name', '/credentialSubject/id']
    const shown = await disclose(issuer, await signBase(issuer, key), pointers)
    const better = await disclose(issuer, await signBase(issuer, key, { name: 'Leadership' }), pointers)
    expect((await issuer.ours(better)).verdict).toBe('valid')
    expect((await issuer.ours({ ...shown, name: better.name })).codes).toEqual(['signature_invalid'])
    expect((await issuer.ours({ ...shown, proof: better.proof })).codes).toEqual(['signature_invalid'])
  })
})
