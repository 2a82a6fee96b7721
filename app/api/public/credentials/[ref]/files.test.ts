import { createLocalJWKSet, compactVerify, type JSONWebKeySet } from 'jose'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET as serviceKeys } from '@/app/.well-known/jwks.json/route'
import { GET as issuerKeys } from '@/app/issuers/[issuer]/jwks.json/route'
import { manifestAnswerShape } from '@/lib/contract/manifest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { env } from '@/lib/env'
import type { RouteHandler } from '@/lib/http/endpoint'
import { withPeerAddress } from '@/lib/http/request-context'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { workingPool } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { whileLost } from '@/test/database/while-lost'
import { GET as fingerprint } from '../../artifacts/[fingerprint]/route'
import { GET as jpeg } from './jpeg/route'
import { GET as manifest } from './manifest/route'
import { GET as openBadge } from './openbadge/route'
import { GET as pdf } from './pdf/route'
import { GET as refresh } from './refresh/route'
import { GET as signed } from './signed/route'

const REASONS = { reason: 'test', actor: 'test', publicReason: null }
const FILES = { pdf, jpeg, signed }

function ask(handler: RouteHandler, params: Record<string, string>, headers: Record<string, string> = {}) {
  const request = withPeerAddress(new Request('http://localhost/api/x', { headers }), '203.0.113.40')
  return handler(request, { params: Promise.resolve(params) })
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

const service = useServiceDatabase()
let issuer: Awaited<ReturnType<typeof mintIssuer>>
let serial: string

beforeAll(async () => {
  issuer = await mintIssuer()
  serial = await issueOne(issuer)
})
beforeEach(() => {
  setRateCounter(new MemoryRateCounter())
})

describe('answers', () => {
  it('to a link of ours in the place of its serial', async () => {
    for (const handler of [...Object.values(FILES), manifest, openBadge, refresh])
      expect((await ask(handler, { ref: `https://verify.test/verify/${serial}` })).status).toBe(200)
  })

  it('serves the stored bytes by serial in any case and by id, with their hash', async () => {
    const { certificate } = await showCertificate(serial)
    expect(certificate.pdf_url).toBe(`https://verify.test/api/public/credentials/${certificate.id}/pdf`)
    const heads = { pdf: '%PDF-1.7', jpeg: '\xff\xd8\xff', signed: 'eyJ' }
    const types = { pdf: 'application/pdf', jpeg: 'image/jpeg', signed: 'application/vc+jwt' }
    for (const [name, handler] of Object.entries(FILES) as [keyof typeof FILES, RouteHandler][]) {
      const first = await bytesOf(await ask(handler, { ref: serial }))
      expect(first.subarray(0, heads[name].length).toString('latin1')).toBe(heads[name])
      for (const ref of [serial.toLowerCase(), certificate.id, certificate.id.toUpperCase()]) {
        const response = await ask(handler, { ref })
        expect([response.status, response.headers.get('content-type')]).toEqual([200, types[name]])
        expect(response.headers.get('etag')).toBe(`"${sha256Hex(first)}"`)
        expect(await bytesOf(response)).toEqual(first)
      }
    }
  })

  it('serves a credential that verifies with the published keys alone', async () => {
    const token = await (await ask(signed, { ref: serial })).text()
    const keys = (await (await ask(issuerKeys, { issuer: issuer.id })).json()) as JSONWebKeySet
    const { payload, protectedHeader } = await compactVerify(token, createLocalJWKSet(keys), { algorithms: ['ES256'] })
    expect(protectedHeader).toMatchObject({ typ: 'vc+jwt', cty: 'vc' })
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      credentialSubject: { licenseNumber: serial },
    })
  })

  it('lists every file with its hash, and knows each by its fingerprint', async () => {
    await ask(jpeg, { ref: serial })
    const listed = manifestAnswerShape.parse(await (await ask(manifest, { ref: serial })).json())
    expect(listed.artifacts.map(({ type }) => type).sort()).toEqual([
      'jpeg',
      'openbadge+jsonld',
      'openbadge+jwt',
      'pdf',
      'vc+jwt',
    ])
    expect(listed.artifacts.every(({ state }) => state === 'current')).toBe(true)
    for (const artifact of listed.artifacts) {
      const answer = await ask(fingerprint, { fingerprint: artifact.sha256.toUpperCase() })
      const found = manifestAnswerShape.parse(await answer.json())
      expect(found.matched_artifact).toEqual(artifact)
      expect(found.certificate).toEqual({ id: listed.certificate.id, serial, status: 'issued' })
    }
    const keys = (await (await ask(serviceKeys, {})).json()) as JSONWebKeySet
    const { payload, protectedHeader } = await compactVerify(listed.manifest_jwt, createLocalJWKSet(keys))
    expect(protectedHeader.typ).toBe('artifact-manifest+jwt')
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ artifacts: listed.artifacts })
    expect(JSON.stringify(listed)).not.toMatch(/Ana-Luc|REG-0418/)
  })

  it('serves the files of an expired certificate and of a suspended issuer', async () => {
    const other = await mintIssuer()
    const past = { issuedAt: new Date('2020-01-01T00:00:00Z'), expiresAt: new Date('2021-01-01T23:59:59Z') }
    const expired = await issueOne(other, past)
    await setIssuerStanding(other.slug, 'suspended', 'test')
    for (const handler of Object.values(FILES)) expect((await ask(handler, { ref: expired })).status).toBe(200)
  })
})

describe('refuses', () => {
  it('the files of a withdrawn and of a replaced certificate at once, never with 304', async () => {
    const [withdrawn, replaced] = [await issueOne(issuer), await issueOne(issuer)]
    const etags = await Promise.all(
      [withdrawn, replaced].map(async (ref) => (await ask(pdf, { ref })).headers.get('etag')),
    )
    await withdrawCertificate(withdrawn, REASONS)
    await correctCertificate(replaced, { fullName: 'B' }, REASONS)
    for (const [index, ref] of [withdrawn, replaced].entries()) {
      for (const handler of Object.values(FILES)) {
        const response = await ask(handler, { ref }, { 'if-none-match': etags[index] ?? '' })
        expect(response.status).toBe(410)
        expect(await response.json()).toMatchObject({ success: false })
      }
      const listed = manifestAnswerShape.parse(await (await ask(manifest, { ref })).json())
      expect(listed.artifacts.map(({ url }) => url)).toEqual(listed.artifacts.map(() => null))
      const known = await ask(fingerprint, { fingerprint: (etags[index] ?? '').replaceAll('"', '') })
      expect(known.status).toBe(200)
    }
  })

  it('the files of a record that fails its check, which was neither withdrawn nor replaced', async () => {
    const own = await issueOne(issuer)
    const rows = `WHERE certificate_id = (SELECT id FROM certificates WHERE serial = '${own}')`
    await whileLost(service.adminUrl, ['signed_forms', rows], async () => {
      for (const handler of Object.values(FILES)) {
        const response = await ask(handler, { ref: own })
        const error = 'The record fails its check; its files are not served.'
        expect([response.status, await response.json()]).toMatchObject([410, { error }])
      }
    })
  })

  it('what names no certificate, and what is no fingerprint', async () => {
    for (const ref of [
      'nothing',
      '0000-0000-0000-001Z',
      '00000000-0000-4000-8000-000000000000',
      '\0',
      '😀',
      'verify',
    ]) {
      for (const handler of [...Object.values(FILES), manifest]) expect((await ask(handler, { ref })).status).toBe(404)
    }
    expect((await ask(fingerprint, { fingerprint: 'a'.repeat(64) })).status).toBe(404)
    for (const wrong of ['a'.repeat(63), 'g'.repeat(64), '', ' ']) {
      expect((await ask(fingerprint, { fingerprint: wrong })).status).toBe(400)
    }
  })

  it.each([
    ['what nobody has', ['0000-0000-0000-001Z', 'ACME-2026-0017', randomUUID()], 'no_such_certificate'],
    ['what is no serial', ['😀', 'verify', 'PDF', 'https://stranger.test/verify/ACME-2026-0017'], 'not_a_serial'],
  ])('%s, and says which of them it is', async (_, refs, code) => {
    for (const ref of refs)
      for (const handler of [...Object.values(FILES), manifest, openBadge, refresh])
        expect(await (await ask(handler, { ref })).json(), ref).toMatchObject({ success: false, code })
  })

  it('a file that is damaged or missing on disk: 503, never the bytes', async () => {
    const damaged = await issueOne(issuer)
    const sha256 = ((await ask(pdf, { ref: damaged })).headers.get('etag') ?? '').replaceAll('"', '')
    const path = join(env().DATA_DIR, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    await writeFile(path, 'forged')
    const response = await ask(pdf, { ref: damaged })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it('a file whose row has no good statement: it does not exist', async () => {
    const forged = await issueOne(issuer)
    const before = await showCertificate(forged)
    const etag = (await ask(pdf, { ref: forged })).headers.get('etag')
    const other = await showCertificate(serial)
    const row = await workingPool().query<{ sha256: string }>(
      "SELECT sha256 FROM artifacts WHERE certificate_id = $1 AND type = 'pdf'",
      [other.certificate.id],
    )
    await workingPool().query(
      `INSERT INTO artifacts SELECT gen_random_uuid(), $1, type, media_type, size, sha256, template, fonts, generator,
         now() + interval '1 day', statement FROM artifacts WHERE certificate_id = $2 AND type = 'pdf'`,
      [before.certificate.id, other.certificate.id],
    )
    const served = await ask(pdf, { ref: forged })
    expect([served.status, served.headers.get('etag')]).toEqual([200, etag])
    const known = await ask(fingerprint, { fingerprint: row.rows[0]?.sha256 ?? '' })
    expect(await known.json()).toMatchObject({ certificate: { serial } })
  })
})

describe('isolation', () => {
  it('refuses files where the limit cannot be counted', async () => {
    setRateCounter({
      count: () => Promise.resolve('uncountable'),
      healthy: false,
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
    })
    for (const handler of [pdf, jpeg]) {
      const response = await ask(handler, { ref: serial })
      expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    }
  })
})
