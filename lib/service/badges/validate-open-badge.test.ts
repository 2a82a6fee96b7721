import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import type { JsonLdDocument } from '@/lib/crypto/signature/data-integrity'
import type { BadgeNetwork } from '@/lib/domain/badge/badge-network'
import { networkOf } from '@/test/badges/badge-documents'
import {
  JWK_DID,
  KEY_DID,
  KEY_DID_METHOD,
  METHODS,
  signJsonLd,
  signJwt,
  TEST_DID,
  TEST_DID_ADDRESS,
  testBadge,
  testDidDocument,
} from '@/test/badges/signed-badge'
import { useServiceDatabase } from '@/test/database/service-database'
import { type BadgeValidation, validateOpenBadge } from './validate-open-badge'

useServiceDatabase()

type Json = Record<string, unknown>
const LIST = 'https://issuer.example/status/1'
const OTHER_DID = 'did:web:other.example'
/** So long that no test depends on how busy the machine is. */
const milliseconds = 600_000

function validate(badge: unknown, documents: Json = {}, network?: BadgeNetwork): Promise<BadgeValidation> {
  const text = typeof badge === 'string' ? badge : JSON.stringify(badge)
  const all = { [TEST_DID_ADDRESS]: testDidDocument(), ...documents }
  return validateOpenBadge(Buffer.from(text), { network: network ?? networkOf(all), milliseconds })
}

const errorsOf = ({ checks }: BadgeValidation) => checks.flatMap(({ errors }) => errors.map(({ code }) => code))
const warningsOf = ({ checks }: BadgeValidation) => checks.flatMap(({ warnings }) => warnings.map(({ code }) => code))

/** The errors of a badge that is not valid. */
async function codesOf(badge: unknown, documents?: Json): Promise<string[]> {
  const result = await validate(badge, documents)
  expect(result.verdict).toBe('not_valid')
  return errorsOf(result)
}

const signed = (changes: Json = {}, method?: string) => signJsonLd(testBadge(changes), method)
const document = (changes: Json) => ({ [TEST_DID_ADDRESS]: testDidDocument(changes) })
const issuer = (id: unknown) => ({ issuer: { id, type: ['Profile'], name: 'Test College' } })
const withProof = async (changes: Json, badge: Json = {}) => {
  const { proof, ...rest } = await signed(badge)
  const [one] = proof as Json[]
  return { ...rest, proof: [{ ...one, ...changes }] }
}

describe('a good badge', () => {
  it.each([
    ['JSON-LD', () => signed()],
    ['ES256', () => signJwt(testBadge())],
    ['ES384', () => signJwt(testBadge(), {}, 'ES384')],
    ['EdDSA', () => signJwt(testBadge(), {}, 'EdDSA')],
    ['RS256', () => signJwt(testBadge(), {}, 'RS256')],
    ['vc+jwt', () => signJwt(testBadge(), { typ: 'vc+jwt', cty: 'vc' })],
  ])('as %s is valid, and its issuer is whoever holds that address', async (_, make) => {
    const result = await validate(await make())
    expect([result.verdict, errorsOf(result), warningsOf(result)]).toEqual(['valid', [], []])
    expect(result.issuer).toEqual({ id: TEST_DID, name: 'Test College', method: 'did:web', identity: 'resolved' })
  })

  it.each([
    ['did:key', () => signed(issuer(KEY_DID), KEY_DID_METHOD)],
    ['did:jwk', () => signJwt(testBadge(issuer(JWK_DID)), { kid: `${JWK_DID}#0` })],
  ])('of a %s is valid, and vouched for by nobody', async (method, make) => {
    const result = await validate(await make())
    expect([result.verdict, warningsOf(result)]).toEqual(['valid', ['issuer_self_asserted']])
    expect(result.issuer).toMatchObject({ method, identity: 'self_asserted' })
  })
})

describe('a JWT of VCDM 1.1', () => {
  const { validFrom: _, issuer: profile, id, credentialSubject, ...rest } = testBadge()
  const { id: sub, ...subject } = credentialSubject as Json
  const { id: iss, ...named } = profile as Json
  const vc = {
    ...rest,
    '@context': ['https://www.w3.org/2018/credentials/v1', 'https://purl.imsglobal.org/spec/ob/v3p0/context.json'],
    issuer: named,
    credentialSubject: subject,
  }
  const claims = { iss, jti: id, sub, nbf: 1704067200, exp: 3786912000 }

  it('may leave issuer, id, dates and subject to its claims', async () => {
    const result = await validate(signJwt({ ...claims, vc }))
    expect([result.verdict, errorsOf(result)]).toEqual(['valid', []])
    expect(result).toMatchObject({ issuer: { id: TEST_DID, name: 'Test College' }, credential: { id } })
  })

  it('must agree with its claims where it says both', async () => {
    const both = { ...vc, id, issuer: profile, credentialSubject, issuanceDate: '2024-01-01T00:00:00Z' }
    expect((await validate(signJwt({ ...claims, vc: both }))).verdict).toBe('valid')
    expect(await codesOf(signJwt({ ...claims, jti: 'urn:uuid:1', vc: both }))).toEqual(['jti_mismatch'])
    expect(await codesOf(signJwt({ ...claims, sub: 'urn:uuid:1', vc: both }))).toEqual(['sub_mismatch'])
    expect(await codesOf(signJwt({ ...claims, nbf: 1, vc: both }))).toEqual(['nbf_mismatch'])
    expect(await codesOf(signJwt({ ...claims, iss: OTHER_DID, vc: both }))).toContain('iss_mismatch')
  })

  it('is held to what its claims say', async () => {
    expect(await codesOf(signJwt({ ...claims, exp: 1704067201, vc }))).toEqual(['expired'])
    expect(await codesOf(signJwt({ ...claims, nbf: 3786911999, vc }))).toEqual(['not_yet_valid'])
    const now = Math.floor(Date.now() / 1000)
    // Signed by a clock that is ahead: clocks are no verdict.
    expect((await validate(signJwt({ ...claims, nbf: now + 45, vc }))).verdict).toBe('valid')
    expect(await codesOf(signJwt({ ...claims, nbf: now + 600, vc }))).toEqual(['not_yet_valid'])
    expect(await codesOf(signJwt({ ...claims, exp: 'never', vc }))).toContain('exp_mismatch')
    expect(await codesOf(signJwt({ ...claims, nbf: 1e300, vc }))).toContain('not_yet_valid')
    expect(await codesOf(signJwt({ ...claims, iss: undefined, vc }))).toContain('issuer_missing')
    expect(await codesOf(signJwt({ ...claims, vc }, { typ: 'vc+jwt' }))).toContain('vc_claim_forbidden')
  })
})

describe('whose key it is', () => {
  const method = (changes: Json) => {
    const [first, ...others] = testDidDocument().verificationMethod as Json[]
    return document({ verificationMethod: [{ ...first, ...changes }, ...others] })
  }

  it.each<[string, () => unknown, Json]>([
    ['issuer_missing', () => signJwt(testBadge({ issuer: undefined })), {}],
    ['issuer_unresolvable', () => signed(), { [TEST_DID_ADDRESS]: 'no JSON' }],
    ['issuer_key_mismatch', () => signed({}, KEY_DID_METHOD), {}],
    ['issuer_key_unbound', () => signJwt(testBadge(), { kid: undefined, jwk: { kty: 'EC' } }), {}],
    ['issuer_key_unbound', () => signJwt(testBadge(), { kid: undefined, jku: 'https://issuer.example/keys' }), {}],
    ['issuer_key_unbound', () => signJwt(testBadge(), { kid: undefined, x5u: 'https://issuer.example/x' }), {}],
    ['verification_method_missing', () => withProof({ verificationMethod: undefined }), {}],
    ['verification_method_not_url', () => withProof({ verificationMethod: 'key-1' }), {}],
    ['verification_method_not_url', () => withProof({ verificationMethod: { id: METHODS.ed25519 } }), {}],
    ['verification_method_not_found', () => signed({}, `${TEST_DID}#other`), {}],
    ['not_assertion_method', () => signed(), document({ assertionMethod: [METHODS.p256] })],
    ['not_assertion_method', () => signed(), method({ revoked: '2024-06-01T00:00:00Z' })],
    ['not_assertion_method', () => signed(), method({ expires: '2024-06-01T00:00:00Z' })],
    ['controller_mismatch', () => signed(), method({ controller: OTHER_DID })],
    ['did_document_id_mismatch', () => signed(), document({ id: OTHER_DID })],
    [
      'did_key_fragment',
      () => signed(issuer(KEY_DID), `${KEY_DID}#z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi`),
      {},
    ],
    ['bad_did', () => signed(issuer('did:key:z0OIl'), 'did:key:z0OIl#z0OIl'), {}],
    ['bad_did', () => signed(issuer('did:web:issuer.example:..:x'), 'did:web:issuer.example:..:x#1'), {}],
    ['unsupported_did_method', () => signed(issuer('did:ion:abc'), 'did:ion:abc#1'), {}],
    ['ssrf_blocked', () => signed(issuer('did:web:127.0.0.1'), 'did:web:127.0.0.1#1'), {}],
    ['ssrf_blocked', () => signed(issuer('did:web:issuer.example%3A8443'), 'did:web:issuer.example%3A8443#1'), {}],
    ['kid_not_url', () => signJwt(testBadge(), { kid: 'key-1' }), {}],
    ['key_missing', () => signJwt(testBadge(), { kid: undefined }), {}],
    ['key_missing', () => signed(), method({ publicKeyMultibase: undefined })],
    ['key_type', () => signJwt(testBadge(), { kid: METHODS.p384 }), {}],
    ['key_type', () => signed({}, METHODS.p256), {}],
  ])('%s', async (code, make, documents) => {
    expect(await codesOf(await make(), documents)).toContain(code)
  })
})

describe('proofs', () => {
  it.each<[string, () => unknown]>([
    ['proof_missing', () => testBadge()],
    ['proof_unsupported', () => withProof({ cryptosuite: 'eddsa-jcs-2022' })],
    ['proof_unsupported', () => withProof({ previousProof: 'urn:uuid:1' })],
    ['proof_error', () => withProof({ proofPurpose: 'authentication' })],
    ['proof_error', () => withProof({ proofValue: 'u1234' })],
    ['proof_error', () => withProof({ proofValue: 'z0OIl' })],
    ['proof_error', () => withProof({ validUntil: '2030-01-01T00:00:00Z' })],
    ['proof_error', () => withProof({ created: 'yesterday' })],
    ['proof_expired', () => withProof({ expires: '2024-06-01T00:00:00Z' })],
    ['signature_invalid', async () => ({ ...(await signed()), name: 'Leadership' })],
    ['signature_invalid', () => `${signJwt(testBadge()).replace(/\.[^.]+$/, '')}.${'A'.repeat(86)}`],
    ['alg_not_allowed', () => signJwt(testBadge(), { alg: 'none' })],
    ['alg_not_allowed', () => signJwt(testBadge(), { alg: 'HS256' })],
    ['typ_not_allowed', () => signJwt(testBadge(), { typ: 'at+jwt' })],
    ['crit_unsupported', () => signJwt(testBadge(), { crit: ['exp'] })],
    ['private_key_in_header', () => signJwt(testBadge(), { jwk: { kty: 'EC', d: 'AA' } })],
    ['vc_claim_forbidden', () => signJwt({ ...testBadge(), vc: testBadge() })],
    ['iss_mismatch', () => signJwt({ ...testBadge(), iss: OTHER_DID })],
    ['jti_mismatch', () => signJwt({ ...testBadge(), jti: 'urn:uuid:1' })],
    ['sub_mismatch', () => signJwt({ ...testBadge(), sub: 'urn:uuid:1' })],
    ['nbf_mismatch', () => signJwt({ ...testBadge(), nbf: 1 })],
    ['exp_mismatch', () => signJwt({ ...testBadge({ validUntil: '2090-01-01T00:00:00Z' }), exp: 3786912001 })],
    ['exp_mismatch', () => signJwt({ ...testBadge(), exp: 'never' })],
  ])('%s', async (code, make) => {
    expect(await codesOf(await make())).toContain(code)
  })

  it('each of a set must hold', async () => {
    const one = await signed()
    const [good] = one.proof as Json[]
    expect((await validate({ ...one, proof: [good, good] })).verdict).toBe('valid')
    const bad = { ...good, created: '2024-01-02T00:00:00Z' }
    expect(await codesOf({ ...one, proof: [good, bad] })).toEqual(['signature_invalid'])
    expect(await codesOf({ ...one, proof: [bad, good] })).toEqual(['signature_invalid'])
    expect((await validate({ ...one, proof: Array<unknown>(16).fill(good) })).verdict).toBe('valid')
    expect(await codesOf({ ...one, proof: Array<unknown>(17).fill(good) })).toEqual(['too_many_proofs'])
  })
})

describe('dates', () => {
  it.each<[string, () => unknown]>([
    ['expired', () => signed({ validUntil: '2024-06-01T00:00:00Z' })],
    ['expired', () => signJwt({ ...testBadge(), exp: 1717200000 })],
    [
      'expired',
      () => signJwt({ ...testBadge({ validUntil: '2090-01-01T00:00:00Z' }), exp: 1717200000 }, { typ: 'vc+jwt' }),
    ],
    ['not_yet_valid', () => signed({ validFrom: '2090-01-01T00:00:00Z' })],
    ['not_yet_valid', () => signJwt({ ...testBadge(), nbf: 3786912000 }, { typ: 'vc+jwt' })],
    ['validity_order', () => signed({ validUntil: '2023-06-01T00:00:00Z' })],
  ])('%s', async (code, make) => {
    expect(await codesOf(await make())).toContain(code)
  })
})

const bits = (set: number[], bytes = 16_384) => {
  const list = Buffer.alloc(bytes)
  for (const index of set) list[index >> 3] = (list[index >> 3] ?? 0) | (0x80 >> (index & 7))
  return `u${encodeBase64url(gzipSync(list))}`
}
const subject = (changes: Json = {}) => {
  return {
    id: `${LIST}#list`,
    type: 'BitstringStatusList',
    statusPurpose: 'revocation',
    encodedList: bits([7]),
    ...changes,
  }
}
const list = (changes: Json = {}, of: Json = {}, method?: string) =>
  signJsonLd(
    {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id: LIST,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: TEST_DID,
      validFrom: '2024-01-01T00:00:00Z',
      credentialSubject: subject(of),
      ...changes,
    } as JsonLdDocument,
    method,
  )
const listJwt = async (claims: Json = {}, header: Json = {}) =>
  signJwt({ ...(await list()), proof: undefined, ...claims }, { typ: 'vc+jwt', cty: 'vc', ...header })
const withStatus = (changes: Json = {}) =>
  signed({
    credentialStatus: {
      id: `${LIST}#7`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: '8',
      statusListCredential: LIST,
      ...changes,
    },
  })

describe('status', () => {
  it('a badge whose bit is not set is valid; a list of another issuer is a warning', async () => {
    const badge = await withStatus()
    expect((await validate(badge, { [LIST]: await list() })).verdict).toBe('valid')
    const other = await validate(badge, { [LIST]: await list({ issuer: KEY_DID }, {}, KEY_DID_METHOD) })
    expect([other.verdict, warningsOf(other)]).toEqual(['valid', ['status_list_issuer_differs']])
  })

  it('a list may be a vc+jwt, with or without claims of its own', async () => {
    const [free, taken] = [await withStatus(), await withStatus({ statusListIndex: '7' })]
    for (const claims of [{}, { iss: TEST_DID, exp: 4102444800 }, { nbf: 1704067200, jti: LIST }]) {
      const token = await listJwt(claims)
      expect((await validate(free, { [LIST]: token })).verdict).toBe('valid')
      expect(await codesOf(taken, { [LIST]: token })).toEqual(['revoked'])
    }
  })

  it.each<[string, () => Promise<string>]>([
    ['status_list_signature_invalid', () => listJwt({ iss: OTHER_DID })],
    ['status_list_signature_invalid', () => listJwt({ iss: 7 })],
    ['status_list_signature_invalid', () => listJwt({ jti: 'https://issuer.example/status/2' })],
    ['status_list_signature_invalid', () => listJwt({}, { typ: 'statuslist+jwt' })],
    ['status_list_signature_invalid', () => listJwt({}, { kid: METHODS.p384 })],
    ['status_list_signature_invalid', () => listJwt({}, { kid: `${OTHER_DID}#1` })],
    ['status_list_signature_invalid', () => listJwt({}, { kid: undefined })],
    ['status_list_signature_invalid', () => listJwt({}, { alg: 'none' })],
    ['status_list_signature_invalid', () => listJwt({}, { crit: ['exp'] })],
    ['status_list_malformed', () => listJwt({ vc: {} })],
    ['status_list_signature_invalid', async () => `${(await listJwt()).slice(0, -4)}AAAA`],
    ['status_list_expired', () => listJwt({ exp: 1717200000 })],
    ['status_list_expired', () => listJwt({ validUntil: '2024-06-01T00:00:00Z', exp: 4102444800 })],
    ['status_list_not_yet_valid', () => listJwt({ nbf: 4102444800 })],
    ['status_list_malformed', async () => `${await listJwt()}.`],
    ['status_list_malformed', async () => `"${await listJwt()}"`],
    ['status_list_malformed', () => listJwt({ credentialSubject: undefined })],
  ])('a list as vc+jwt: %s', async (code, make) => {
    expect(await codesOf(await withStatus(), { [LIST]: await make() })).toContain(code)
  })

  it('of another kind is unsupported, not passed over', async () => {
    const credentialStatus = { id: LIST, type: 'StatusList2021Entry', statusListIndex: '1', statusListCredential: LIST }
    expect(await codesOf(signJwt(testBadge({ credentialStatus })))).toContain('status_type_unsupported')
  })

  it('a list that is made for each request, or by a clock ahead of ours, is of now', async () => {
    const ahead = new Date(Date.now() + 45_000).toISOString()
    expect((await validate(await withStatus(), { [LIST]: await list({ validFrom: ahead }) })).verdict).toBe('valid')
  })

  it('a newer badge is a warning', async () => {
    const badge = await withStatus({ statusListIndex: '7', statusPurpose: 'refresh' })
    const result = await validate(badge, { [LIST]: await list({}, { statusPurpose: ['refresh', 'revocation'] }) })
    expect([result.verdict, warningsOf(result)]).toEqual(['valid', ['status_refresh']])
  })

  it.each<[string, Json, () => unknown]>([
    ['revoked', { statusListIndex: '7' }, () => list()],
    [
      'suspended',
      { statusListIndex: '7', statusPurpose: 'suspension' },
      () => list({}, { statusPurpose: 'suspension' }),
    ],
    ['status_type_unsupported', { statusPurpose: 'popularity' }, () => list()],
    ['status_entry_malformed', { statusListIndex: '-1' }, () => list()],
    ['status_entry_malformed', { statusListCredential: 'urn:uuid:1' }, () => list()],
    ['status_list_malformed', {}, () => '<html>'],
    ['status_list_malformed', {}, () => list({}, { encodedList: 'u1234' })],
    ['status_list_malformed', {}, () => list({}, { encodedList: bits([], 3 * 1024 * 1024) })],
    ['status_list_malformed', {}, () => list({ type: ['VerifiableCredential'] })],
    [
      'status_list_signature_invalid',
      {},
      async () => ({ ...(await list()), credentialSubject: subject({ encodedList: bits([]) }) }),
    ],
    ['status_list_signature_invalid', {}, async () => ({ ...(await list()), proof: [] })],
    ['status_list_signature_invalid', {}, () => list({}, {}, KEY_DID_METHOD)],
    ['status_list_expired', {}, () => list({ validUntil: '2024-06-01T00:00:00Z' })],
    ['status_list_not_yet_valid', {}, () => list({ validFrom: '2090-06-01T00:00:00Z' })],
    ['status_list_too_short', {}, () => list({}, { encodedList: bits([], 16_383) })],
    ['status_purpose_mismatch', {}, () => list({}, { statusPurpose: 'suspension' })],
    ['status_index_range', { statusListIndex: '131072' }, () => list()],
  ])('%s', async (code, entry, make) => {
    expect(await codesOf(await withStatus(entry), { [LIST]: await make() })).toContain(code)
  })

  it.each<[unknown, string[]]>([
    [{ id: LIST, issuer: TEST_DID, revokedCredential: [] }, []],
    [{ id: LIST, issuer: TEST_DID, revokedCredential: [{ id: testBadge().id, revoked: true }] }, ['revoked']],
    [{ id: LIST, issuer: TEST_DID, revokedCredential: [{ id: testBadge().id, revoked: false }] }, []],
    [{ id: LIST, issuer: OTHER_DID, revokedCredential: [] }, ['status_list_malformed']],
    [{ id: LIST, issuer: TEST_DID }, ['status_list_malformed']],
  ])('a list of 1EdTech: %j', async (revocations, codes) => {
    const badge = await signed({ credentialStatus: { id: LIST, type: '1EdTechRevocationList' } })
    expect(errorsOf(await validate(badge, { [LIST]: revocations }))).toEqual(codes)
  })
})

describe('what could not be reached', () => {
  const missing: BadgeNetwork = { fetchDocument: () => Promise.resolve({ kind: 'missing', status: 404 }) }

  it('is undetermined when nothing else is wrong', async () => {
    const key = await validate(await signed(), {}, networkOf({}))
    expect([key.verdict, errorsOf(key)]).toEqual(['undetermined', ['issuer_unresolvable']])
    const status = await validate(await withStatus())
    expect([status.verdict, errorsOf(status)]).toEqual(['undetermined', ['status_unavailable']])
    const elsewhere = list({ issuer: OTHER_DID }, {}, `${OTHER_DID}#1`)
    expect((await validate(await withStatus(), { [LIST]: await elsewhere })).verdict).toBe('undetermined')
  })

  it('does not hide what is wrong', async () => {
    const badge = await signed({ validUntil: '2024-06-01T00:00:00Z' })
    const result = await validate(badge, {}, networkOf({}))
    expect([result.verdict, errorsOf(result)]).toEqual(['not_valid', ['issuer_unresolvable', 'expired']])
  })

  it('is wrong where the server says that there is none', async () => {
    const key = await validate(await signed(), {}, missing)
    expect([key.verdict, errorsOf(key)]).toEqual(['not_valid', ['issuer_unresolvable']])
  })
})
