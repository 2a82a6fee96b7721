import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as vc from '@digitalbazaar/vc'
import type { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Ajv2019 } from 'ajv/dist/2019'
import { Ajv2020 } from 'ajv/dist/2020'
import { compactVerify, createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK, jwtVerify } from 'jose'
import jsonld from 'jsonld'
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import * as rdf from 'rdf-canonize'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { unbakeBadge } from '@/lib/domain/badge/image/unbake-badge'
import openBadgeSchema from '@/lib/domain/badge/schemas/ob_v3p0_achievementcredential_schema.json'
import w3cSchema from '@/lib/domain/badge/schemas/w3c-verifiable-credential-schema.json'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { getSignedCredential } from '@/lib/service/files/get-certificate-file'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { examplePng } from '@/test/documents/example-png'
import { addressOfDid, fetchDocument, fetchPublished } from '@/test/published-documents'
import { EXAMPLE_SVG } from './badge-images'
import { askBadge, type BadgeJson, badgeOf } from './badge-requests'

const EVENT = 'Basic Safety Training'
const REASONS = { reason: 'test', actor: 'test', publicReason: null }
const CONTEXTS = new Map(BADGE_CONTEXTS)

useServiceDatabase()
let issuer: Awaited<ReturnType<typeof mintIssuer>>
let serials: { plain: string; bare: string; expiring: string; withdrawn: string; replaced: string; current: string }
let badges: Record<keyof typeof serials, BadgeJson>

interface StatusList extends Record<string, unknown> {
  issuer: string
  credentialSubject: { encodedList: string; statusPurpose: string }
}

beforeAll(async () => {
  setRateCounter(new MemoryRateCounter())
  issuer = await mintIssuer()
  const plain = await issueOne(issuer, { fullName: 'Zoë "O’Neil" <b>' })
  const bare = await issueOne(issuer, { registrationNumber: null, eventDate: null, fullName: '王小明' })
  const expiring = await issueOne(issuer, { expiresAt: new Date('2120-01-01T23:59:59Z') })
  const withdrawn = await issueOne(issuer)
  const replaced = await issueOne(issuer)
  const kept = { withdrawn: await badgeOf(withdrawn), replaced: await badgeOf(replaced) }
  await withdrawCertificate(withdrawn, REASONS)
  const { certificate } = await correctCertificate(replaced, { fullName: 'B' }, REASONS)
  serials = { plain, bare, expiring, withdrawn, replaced, current: certificate.serial }
  badges = {
    plain: await badgeOf(plain),
    bare: await badgeOf(bare),
    expiring: await badgeOf(expiring),
    current: await badgeOf(certificate.serial),
    ...kept,
  }
  await setBadgeImage(issuer.slug, EVENT, examplePng(64, 64))
  await setBadgeImage(issuer.slug, EVENT, EXAMPLE_SVG)
})
beforeEach(() => setRateCounter(new MemoryRateCounter()))

/** For libraries that load by URL: bundled contexts, and what the service publishes. */
async function documentLoader(url: string) {
  const document = CONTEXTS.get(url) ?? (await resolve(url))
  return { contextUrl: null, documentUrl: url, document }
}

/** A DID document, one method of it, or a published document. */
async function resolve(url: string): Promise<unknown> {
  if (!url.startsWith('did:web:')) return fetchDocument(url)
  const [did = ''] = url.split('#')
  const document = await fetchDocument<{ verificationMethod: { id: string }[] }>(addressOfDid(did))
  if (url === did) return document
  const method = document.verificationMethod.find(({ id }) => id === url)
  return { '@context': 'https://w3id.org/security/multikey/v1', ...method }
}

const listOf = (badge: BadgeJson) => fetchDocument<StatusList>(badge.credentialStatus.statusListCredential)

function bitOf(list: StatusList, badge: BadgeJson): boolean {
  const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'))
  const index = Number(badge.credentialStatus.statusListIndex)
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
}

const claimsOf = (jws: string) =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>

/** Everything that a certificate leaves as, as JSON. */
async function exported(serial: string): Promise<Record<string, object>> {
  const baked = async (format: string) => {
    const unbaked = unbakeBadge(Buffer.from(await (await askBadge(serial, format)).arrayBuffer()))
    if (!('text' in unbaked)) throw new Error('nothing was baked in')
    return JSON.parse(unbaked.text) as object
  }
  const { iss, jti, sub, nbf, exp, ...credential } = claimsOf(await (await askBadge(serial, 'jwt')).text())
  const signed = claimsOf(Buffer.from((await getSignedCredential(serial)).bytes).toString('latin1'))
  const { iss: signedIss, exp: signedExp, ...signedCredential } = signed
  expect([signedIss, signedExp]).toEqual([iss, exp])
  expect([iss, jti, typeof sub, typeof nbf, typeof exp]).toEqual([
    issuer.did,
    credential.id,
    'string',
    'number',
    credential.validUntil === undefined ? 'undefined' : 'number',
  ])
  return {
    jsonld: await badgeOf(serial),
    jwt: credential,
    'vc+jwt': signedCredential,
    png: await baked('png'),
    svg: await baked('svg'),
  }
}

function validator<T extends Ajv>(ajv: T, schema: object) {
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  return (document: unknown) => {
    validate(document)
    return validate.errors ?? []
  }
}

const openBadgeErrors = validator(new Ajv2019({ strict: false, allErrors: true }) as unknown as Ajv, openBadgeSchema)
const w3cErrors = validator(new Ajv2020({ strict: false, allErrors: true }) as unknown as Ajv, w3cSchema)
const toQuads = (document: object) => jsonld.toRDF(document, { documentLoader, safe: true })

describe('shapes', () => {
  it('of every form pass the schemas of 1EdTech and of W3C, and safe-mode JSON-LD', async () => {
    for (const serial of [serials.plain, serials.bare, serials.expiring, serials.current]) {
      for (const [form, document] of Object.entries(await exported(serial))) {
        expect([form, openBadgeErrors(document), w3cErrors(document)]).toEqual([form, [], []])
        expect((await toQuads(document)).length).toBeGreaterThan(20)
      }
    }
    expect(openBadgeErrors({ ...badges.plain, credentialSubject: {} })).not.toEqual([])
    await expect(toQuads({ ...badges.plain, unheardOf: 'x' })).rejects.toThrow()
  })

  it('of a status list pass the schema of W3C, and safe-mode JSON-LD', async () => {
    const list = await listOf(badges.plain)
    expect(w3cErrors(list)).toEqual([])
    expect(await toQuads(list)).not.toEqual([])
    expect(gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'))).toHaveLength(131_072 / 8)
  })
})

describe('@digitalbazaar/vc', () => {
  const check = (credential: object) =>
    vc.verifyCredential({
      credential,
      suite: new DataIntegrityProof({ cryptosuite }),
      documentLoader,
      checkStatus: async ({ credential: badge }) => {
        const list = await listOf(badge as BadgeJson)
        const suite = new DataIntegrityProof({ cryptosuite })
        const { verified } = await vc.verifyCredential({ credential: list, suite, documentLoader })
        return { verified: verified && list.issuer === issuer.did && !bitOf(list, badge as BadgeJson) }
      },
    })

  it('verifies every current badge, its status list too', async () => {
    for (const name of ['plain', 'bare', 'expiring', 'current'] as const) {
      const { verified, error } = await check(badges[name])
      expect([name, verified, error?.errors?.map(({ message }) => message)]).toEqual([name, true, undefined])
    }
  })

  it('refuses a withdrawn and a replaced one, and every change', async () => {
    for (const name of ['withdrawn', 'replaced'] as const) expect((await check(badges[name])).verified).toBe(false)
    const { plain } = badges
    const [proof] = plain.proof
    const subject = plain.credentialSubject
    for (const changed of [
      { ...plain, credentialSubject: { ...subject, licenseNumber: serials.current } },
      { ...plain, credentialStatus: badges.bare.credentialStatus },
      { ...plain, name: 'Advanced Safety Training' },
      { ...plain, proof: [{ ...proof, created: '2020-01-01T00:00:00Z' }] },
    ])
      expect((await check(changed)).verified).toBe(false)
    const { credentialStatus: _, ...without } = plain
    expect((await check(without)).verified).toBe(false)
  })
})

describe('@digitalcredentials/verifier-core', () => {
  type Verdict = { log?: { id: string; valid?: boolean }[]; errors?: unknown }
  let verifyCredential: (options: { credential: object; knownDIDRegistries: object[] }) => Promise<Verdict>

  beforeEach(async () => {
    // It compiles 1EdTech's schema in Ajv's strict mode, which complains of how that is written.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    // Its contexts and the schema that the badge names are 1EdTech's to serve; all else is ours.
    vi.stubGlobal('fetch', async (address: string | URL | Request) => {
      const url = address instanceof Request ? address.url : String(address)
      const document =
        CONTEXTS.get(url) ?? (url.endsWith('_achievementcredential_schema.json') ? openBadgeSchema : null)
      return document ? Response.json(document) : fetchPublished(address)
    })
    ;({ verifyCredential } = (await import('@digitalcredentials/verifier-core')) as unknown as {
      verifyCredential: typeof verifyCredential
    })
  })

  const verdictOn = async (credential: object) => {
    const { log = [], errors } = await verifyCredential({
      credential: structuredClone(credential),
      knownDIDRegistries: [],
    })
    return { errors, ...Object.fromEntries(log.map(({ id, valid }) => [id, valid])) }
  }

  it('verifies every current badge with nothing but what we publish', async () => {
    for (const name of ['plain', 'bare', 'expiring', 'current'] as const) {
      expect([name, await verdictOn(badges[name])]).toMatchObject([
        name,
        { valid_signature: true, expiration: true, revocation_status: true },
      ])
    }
  })

  it('sees that a badge was withdrawn or replaced, and that one was changed', async () => {
    for (const name of ['withdrawn', 'replaced'] as const)
      expect([name, await verdictOn(badges[name])]).toMatchObject([
        name,
        { valid_signature: true, revocation_status: false },
      ])
    expect(await verdictOn({ ...badges.plain, name: 'Another' })).not.toMatchObject({ valid_signature: true })
  })
})

describe('rdf-canonize and node:crypto alone', () => {
  const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

  /** draft-msporny-base58-03 section 3 with the multibase prefix: each leading 1 is a byte of zero, one key or signature in 256 has one. */
  function fromBase58(text: string): Buffer {
    const digits = text.slice(1)
    let value = 0n
    for (const character of digits) value = value * 58n + BigInt(BASE58.indexOf(character))
    const hex = value === 0n ? '' : value.toString(16)
    const zeros = Buffer.alloc(digits.length - digits.replace(/^1+/, '').length)
    return Buffer.concat([zeros, Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
  }

  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  const canonical = async (document: object) => rdf.canonize(await toQuads(document), { algorithm: 'RDFC-1.0' })

  /** vc-di-eddsa section 3.2, step by step. */
  async function holds(document: Record<string, unknown>): Promise<boolean> {
    const { proof, ...unsecured } = document
    const [{ proofValue, ...options }] = proof as [Record<string, string>]
    const method = (await resolve(options.verificationMethod ?? '')) as {
      publicKeyMultibase: string
      controller: string
    }
    const multikey = fromBase58(method.publicKeyMultibase)
    expect([multikey.subarray(0, 2).toString('hex'), method.controller]).toEqual(['ed01', issuer.did])
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), multikey.subarray(2)])
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    const config = await canonical({ '@context': document['@context'], ...options })
    const data = Buffer.concat([sha256(config), sha256(await canonical(unsecured))])
    return verifySignature(null, data, key, fromBase58(proofValue ?? ''))
  }

  it('verify a badge and its status list by the text of the specification', async () => {
    for (const name of ['plain', 'bare', 'expiring', 'current'] as const) {
      expect(await holds(badges[name])).toBe(true)
      expect(bitOf(await listOf(badges[name]), badges[name])).toBe(false)
    }
    const list = await listOf(badges.plain)
    expect(await holds(list)).toBe(true)
    expect(await holds({ ...list, validUntil: '2099-01-01T00:00:00Z' })).toBe(false)
    expect(await holds({ ...badges.plain, name: 'Another' })).toBe(false)
    expect(bitOf(list, badges.withdrawn) && bitOf(list, badges.replaced)).toBe(true)
  })
})

describe('jose', () => {
  it('verifies the vc+jwt as a JWT of its issuer, and knows when it ends', async () => {
    const keys = await fetchDocument<JSONWebKeySet>(addressOfDid(issuer.did).replace('did.json', 'jwks.json'))
    const check = async (serial: string, currentDate = new Date()) => {
      const token = Buffer.from((await getSignedCredential(serial)).bytes).toString('latin1')
      return jwtVerify(token, createLocalJWKSet(keys), { issuer: issuer.did, typ: 'vc+jwt', currentDate })
    }
    expect((await check(serials.plain)).payload.exp).toBeUndefined()
    const { payload } = await check(serials.expiring)
    expect(payload.exp).toBe(Date.parse(String(payload.validUntil)) / 1000)
    await expect(check(serials.expiring, new Date('2120-01-02T00:00:00Z'))).rejects.toThrow('"exp" claim')
  })

  it('verifies the JWT with the key set, and with the DID document', async () => {
    const token = await (await askBadge(serials.expiring, 'jwt')).text()
    const keys = await fetchDocument<JSONWebKeySet>(addressOfDid(issuer.did).replace('did.json', 'jwks.json'))
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ['ES256'],
      issuer: issuer.did,
      typ: 'JWT',
      requiredClaims: ['jti', 'sub', 'nbf', 'exp'],
    })
    expect(payload).toMatchObject({ jti: badges.expiring.id, credentialSubject: { licenseNumber: serials.expiring } })
    expect(payload.nbf).toBe(Date.parse(String(payload.validFrom)) / 1000)
    expect(payload.exp).toBe(Date.parse(String(payload.validUntil)) / 1000)
    const method = (await resolve(protectedHeader.kid ?? '')) as { publicKeyJwk: JWK }
    await compactVerify(token, await importJWK(method.publicKeyJwk, 'ES256'))
    const [head, body = '', signature] = token.split('.')
    const changed = Buffer.from(JSON.stringify({ ...payload, name: 'Another' })).toString('base64url')
    expect(body).not.toBe(changed)
    await expect(jwtVerify(`${head}.${changed}.${signature}`, createLocalJWKSet(keys))).rejects.toThrow()
  })
})

describe('the refresh service', () => {
  it('leads from an old badge to the current one, and from a withdrawn one nowhere', async () => {
    const { refreshService } = badges.replaced as BadgeJson & { refreshService: { id: string } }
    expect(await fetchDocument(refreshService.id)).toEqual(badges.current)
    const withdrawn = badges.withdrawn as BadgeJson & { refreshService: { id: string } }
    expect((await fetchPublished(withdrawn.refreshService.id)).status).toBe(410)
  })
})
