import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { readMultikey } from '@/lib/crypto/signature/verification-key'
import { checkCredentialSignatures } from '@/lib/domain/badge/proof/check-credential-signatures'
import { readCredentialProof } from '@/lib/domain/badge/proof/credential-proof'
import { verifyProof } from '@/lib/domain/badge/proof/verify-proof'
import { asArray } from '@/lib/domain/badge/read/as-array'
import { networkOf } from '@/test/badges/badge-documents'
import { METHODS, TEST_DID_ADDRESS, testDidDocument } from '@/test/badges/signed-badge'
import { canonizeExamples, issuePlain, type Json, PLAIN_ISSUER } from './plain-credentials'
import { type Case, runCases } from './run-cases'

const VECTORS = '../data/vectors/vc-di-eddsa'
const vector = (name: string) =>
  JSON.parse(readFileSync(new URL(`${VECTORS}/${name}.json`, import.meta.url), 'utf8')) as Json
const CREDENTIAL = {
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  id: 'urn:uuid:2e2a0a76-5f3b-4b39-9b7a-3a3a0f4e2f10',
  type: ['VerifiableCredential'],
  issuer: PLAIN_ISSUER,
  credentialSubject: { id: 'did:example:subject' },
}

async function issued(): Promise<Json & { proof: Json[] }> {
  const { credential } = await issuePlain(CREDENTIAL)
  if (!credential) throw new Error('not issued')
  return credential as Json & { proof: Json[] }
}

/** Whether the proofs of a credential hold; the vectors are signed by their issuer's did:key. */
async function verified(credential: Json): Promise<{ accepted: boolean; why: string }> {
  const badge = { container: 'none', format: 'jsonld', credential, jws: null } as const
  const network = networkOf({ [TEST_DID_ADDRESS]: testDidDocument() })
  const sources = { network, now: Date.now(), ownDocument: () => Promise.resolve(null) }
  const { issuer, proof } = await checkCredentialSignatures(badge, sources, canonizeExamples, true)
  const why = [issuer, proof].flatMap(({ errors }) => errors.map(({ code }) => code)).join(', ')
  return { accepted: issuer.status === 'passed' && proof.status === 'passed', why }
}

/** Whether each proof of a vector holds with the key that it names: their issuers go by another name than their key. */
async function holds({ proof: proofs, ...document }: Json): Promise<{ accepted: boolean; why: string }> {
  const context = document['@context']
  const outcomes = await Promise.all(
    asArray(proofs).map(async (value) => {
      const proof = readCredentialProof(value, context, '$.proof')
      if ('code' in proof) return proof.code
      const key = readMultikey(String(proof.verificationMethod).split('#')[1] ?? '')
      if (typeof key === 'string') return key
      const canonical = () => canonizeExamples(document)
      return (await verifyProof(canonical, context, proof, key, canonizeExamples)).kind
    }),
  )
  return { accepted: outcomes.every((one) => one === 'verified'), why: outcomes.join(', ') }
}

const made = (name: string, isSo: (proof: Json) => boolean): Case => ({
  name: `create: ${name}`,
  as: true,
  run: async () => ({ accepted: (await issued()).proof.every(isSo), why: 'not so' }),
})
const changed = (name: string, change: (proof: Json) => Json): Case => ({
  name: `verify: ${name}`,
  as: false,
  run: async () => {
    const { proof, ...rest } = await issued()
    return verified({ ...rest, proof: proof.map(change) })
  },
})
const without = (name: string) => changed(`no ${name}`, ({ [name]: _, ...rest }) => rest)
const set = (name: string, value: unknown) =>
  changed(`${name} ${JSON.stringify(value)}`, (proof) => ({ ...proof, [name]: value }))
const from = (name: string, as: boolean, read: () => Json): Case => ({
  name: `vector: ${name}`,
  as,
  run: () => holds(read()),
})

const isDate = (text: unknown) => typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)
const CASES: readonly Case[] = [
  made('type', ({ type }) => type === 'DataIntegrityProof'),
  made('cryptosuite', ({ cryptosuite }) => cryptosuite === 'eddsa-rdfc-2022'),
  made('created', ({ created }) => isDate(created)),
  made('verificationMethod is a URL', ({ verificationMethod }) => URL.canParse(String(verificationMethod))),
  made('proofPurpose', ({ proofPurpose }) => proofPurpose === 'assertionMethod'),
  made(
    'proofValue is 64 bytes in base58btc',
    ({ proofValue }) => decodeBase58btc(String(proofValue).slice(1))?.length === 64,
  ),
  made('proofValue begins with z', ({ proofValue }) => String(proofValue).startsWith('z')),
  { name: 'verify: what was created', as: true, run: async () => verified(await issued()) },
  {
    name: 'verify: another order of members',
    as: true,
    run: async () => verified(Object.fromEntries(Object.entries(await issued()).reverse())),
  },
  {
    name: 'verify: a proof alone',
    as: true,
    run: async () => {
      const { proof, ...rest } = await issued()
      return verified({ ...rest, proof: proof[0] })
    },
  },
  {
    name: 'verify: another subject',
    as: false,
    run: async () => verified({ ...(await issued()), credentialSubject: { id: 'did:example:other' } }),
  },
  { name: 'verify: a member more', as: false, run: async () => verified({ ...(await issued()), name: 'more' }) },
  { name: 'verify: no proof', as: false, run: async () => verified(CREDENTIAL) },
  ...['type', 'cryptosuite', 'verificationMethod', 'proofPurpose', 'proofValue', 'created'].map(without),
  set('type', 'UnknownProof'),
  set('type', 'Ed25519Signature2018'),
  set('cryptosuite', 'unknown-2099'),
  set('cryptosuite', 'eddsa-2022'),
  set('cryptosuite', 7),
  set('verificationMethod', 'not-a-url'),
  set('verificationMethod', METHODS.p256),
  set('verificationMethod', null),
  set('proofPurpose', 'authentication'),
  set('proofPurpose', 'unknown'),
  set('created', 'yesterday'),
  set('created', '2024-01-01T00:00:01Z'),
  set('expires', '2024-06-01T00:00:00Z'),
  set('expires', 'never'),
  set('domain', 'example.org'),
  set('challenge', 'abc'),
  set('@context', ['https://w3id.org/security/data-integrity/v2']),
  set('previousProof', 'urn:uuid:1'),
  set('proofValue', 'z'),
  set('proofValue', ''),
  set('proofValue', 7),
  changed('another multibase', (proof) => ({ ...proof, proofValue: `u${String(proof.proofValue).slice(1)}` })),
  changed('a character of the value', (proof) => ({
    ...proof,
    proofValue: String(proof.proofValue).replace(/.$/, ''),
  })),
  from('eddsa-rdfc-2022', true, () => vector('signedDataInt')),
  from('Ed25519Signature2020', true, () => vector('signedEdSig')),
  from('a proof alone in a set', true, () => vector('signedProofSet1')),
  from('two of a set', true, () => vector('signedProofSet2')),
  from('a chain', false, () => vector('signedProofChain2')),
]

it('proofs are made and judged as W3C says', async () => {
  expect(await runCases('Data Integrity EdDSA (rdfc)', CASES)).toEqual({})
})
