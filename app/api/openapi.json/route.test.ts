import { Validator } from '@seriousme/openapi-schema-validator'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '@/lib/contract/openapi/openapi-document'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { env, setEnv } from '@/lib/env'
import { LIMITS, type LimitGroupName } from '@/lib/http/limits/limits'
import { openApiDocument } from '@/lib/http/openapi/openapi'
import { beginShutdown, endShutdown } from '@/lib/http/operation/shutdown'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { fillLog } from '@/lib/service/log/fill-log'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { closeDatabase } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { rateCounter, setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { EXAMPLE_SVG } from '@/test/badges/badge-images'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { examplePng } from '@/test/documents/example-png'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { patientInspections } from '@/test/documents/patient-inspections'
import { onePagePdf } from '@/test/documents/pdf-fixture'
import { useLiveService } from '@/test/server/live-service'
import { OpenApiConformance } from '@/test/server/openapi-conformance'

const METRICS_TOKEN = 'a-token-of-enough-length'

const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
useServiceDatabase({
  TRUSTED_PROXIES: '127.0.0.0/8',
  METRICS_TOKEN,
  LOG_DIR: join(folder, 'log'),
  JOURNAL_DIR: join(folder, 'journal'),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@verify.test',
})
const live = useLiveService()
const BLANK_PDF = new Uint8Array(onePagePdf({ dictionary: '', stream: '' }))

interface Case {
  operation: OpenApiOperation
  method: string
  /** With the placeholders filled in. */
  path: string
  body?: string | Uint8Array<ArrayBuffer>
}

let document: OpenApiDocument
let conformance: OpenApiConformance
let secret: string
let keyId: string
let serials: string[]
let receiptId = ''
let receiptPdf: Uint8Array<ArrayBuffer>
let fingerprint: string
let statusList: string
/** How many leaves the log has: fewer than fill a bundle. */
let leaves: number
let pdf: Uint8Array<ArrayBuffer>
let openBadge: string
let handle: string
let slug: string
let issuerId: string
let caller = 0

beforeAll(async () => {
  patientInspections()
  await fillLog()
  const issuer = await mintIssuer()
  slug = issuer.slug
  issuerId = issuer.id
  const made = await createApiKey(issuer.slug, 'Test')
  secret = made.secret
  keyId = made.key.id
  const [plain, corrected, withdrawn] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
  const reasons = { reason: 'A test', actor: 'test' }
  const { certificate } = await correctCertificate(corrected, { fullName: 'Chloé Dubois' }, reasons)
  await withdrawCertificate(withdrawn, { ...reasons, publicReason: 'Issued in error' })
  serials = [plain, corrected, withdrawn, certificate.serial]
  handle = (await createPassportByOperator([plain])).handle
  const signed = await fetch(`${live.origin}/api/public/credentials/${plain}/signed`)
  fingerprint = sha256Hex(await signed.text())
  const receipt = await fetch(`${live.origin}/api/public/credentials/verify/${plain}/receipt`)
  receiptId = ((await receipt.json()) as { receipt: { jti: string } }).receipt.jti
  const file = await fetch(`${live.origin}/api/public/credentials/verify/${plain}/receipt?format=pdf`)
  receiptPdf = new Uint8Array(await file.arrayBuffer())
  const badge = await fetch(`${live.origin}/api/public/credentials/${plain}/openbadge`)
  const { credentialStatus } = (await badge.json()) as { credentialStatus: { statusListCredential: string } }
  statusList = credentialStatus.statusListCredential.split('/').at(-1) ?? ''
  leaves = Number((await (await fetch(`${live.origin}/log/checkpoint`)).text()).split('\n')[1])
  pdf = new Uint8Array(await issuedPdf(plain))
  openBadge = await (await fetch(`${live.origin}/api/public/credentials/${plain}/openbadge`)).text()
  document = (await (await fetch(`${live.origin}/api/openapi.json`)).json()) as OpenApiDocument
  conformance = new OpenApiConformance(document)
})

/** The first of the types that an operation takes. */
const bodyTypeOf = ({ requestBody }: OpenApiOperation) => Object.keys(requestBody?.content ?? {})[0] ?? ''
const takesPdf = (operation: OpenApiOperation) => bodyTypeOf(operation) === 'application/pdf'
const takesReceipt = ({ operationId }: OpenApiOperation) => operationId === 'validateReceipt'
const takesBadge = ({ operationId }: OpenApiOperation) => operationId === 'validateOpenBadge'
const takesWatches = ({ operationId }: OpenApiOperation) => operationId === 'watchCertificates'
/** The status with which an operation answers that does what it was asked for. */
const doneStatus = ({ responses }: OpenApiOperation) => ('200' in responses ? 200 : 202)
const bodyFor = (operation: OpenApiOperation) =>
  takesReceipt(operation)
    ? receiptPdf
    : takesPdf(operation)
      ? pdf
      : takesBadge(operation)
        ? openBadge
        : JSON.stringify(takesWatches(operation) ? { serials, email: 'people@employer.example' } : { serials })

/** Every documented operation, with parameters and body that it does. */
function cases(): Case[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      operation,
      method: method.toUpperCase(),
      path: path
        .replace(/\{(serial|ref)\}/, serials[0] ?? '')
        .replace('{fingerprint}', fingerprint)
        .replace('{list}', statusList)
        .replace('{handle}', handle)
        .replace('{slug}', slug)
        .replace('{issuer}', issuerId)
        .replace('{level}/{number}', `entries/000.p/${leaves}`)
        .replace('/receipts/{id}', `/receipts/${receiptId}`),
      ...(operation.requestBody && { body: bodyFor(operation) }),
    })),
  )
}

function ask({ method, path, body, operation }: Case, headers: Record<string, string> = {}): Promise<Response> {
  const token = operation.security.some((scheme) => 'metricsToken' in scheme) ? METRICS_TOKEN : secret
  const key = operation.security.length > 0 ? { authorization: `Bearer ${token}` } : {}
  const from = `198.51.100.${(caller += 1)}`
  const sent = { 'x-forwarded-for': from, ...(body !== undefined && { 'content-type': bodyTypeOf(operation) }), ...key }
  return fetch(live.origin + path, {
    method,
    body: body ?? null,
    headers: { ...sent, ...headers } as Record<string, string>,
  })
}

async function expectAnswered(status: number, asked: Case, headers?: Record<string, string>): Promise<void> {
  const response = await ask(asked, headers)
  expect([asked.operation.operationId, response.status]).toEqual([asked.operation.operationId, status])
  await conformance.expectDocumented(asked.operation, response)
}

/** The same address for something that does not exist. */
const unknown = (path: string) =>
  path
    .replace(serials[0] ?? '', '0000-0000-0000-001Z')
    .replace(fingerprint, '0'.repeat(64))
    .replace(statusList, '0'.repeat(36))
    .replace(/(?<=^\/log\/).*/, 'nothing')
    .replace(handle, 'a'.repeat(26))
    .replace(slug, 'nobody-here')
    .replace(issuerId, '0'.repeat(36))
    .replace(receiptId, '0'.repeat(36))

const documenting = (status: number) => cases().filter(({ operation }) => String(status) in operation.responses)

function find(id: string): Case {
  const found = cases().find(({ operation }) => operation.operationId === id)
  if (!found) throw new Error(`no operation is called ${id}`)
  return found
}

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate({ ...structuredClone(document) })
    expect(errors ?? []).toEqual([])
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  it('holds every route for programs and nothing else', () => {
    const isForPrograms = /^\/(api|\.well-known)\/|\/(did|jwks)\.json$/
    const routes = live.routes.filter(({ pattern, isRest }) => !isRest && isForPrograms.test(pattern))
    const served = routes.flatMap(({ pattern, handlers }) =>
      [...handlers.keys()].filter((method) => method !== 'HEAD').map((method) => `${method} ${pattern}`),
    )
    const files = ['/log/checkpoint', '/log/vkeys', '/log/tile/{level}/{number}']
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(files))
    const others = Object.entries(document.paths).filter(([path]) => !files.includes(path))
    const documented = others.flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(documented.sort()).toEqual(served.sort())
  })

  it('names the address of this service, from the configuration', async () => {
    expect(document.servers).toEqual([{ url: env().BASE_URL }])
    const from = await fetch(`${live.origin}/api/openapi.json`, { headers: { 'x-forwarded-host': 'evil.example' } })
    expect(await from.text()).not.toContain('evil.example')
  })

  it('gives every operation a name of its own, and describes every field of every object', () => {
    const text = JSON.stringify(document.components.schemas)
    JSON.parse(text, (_key, value: { properties?: Record<string, JsonSchema> } | null) => {
      for (const [name, field] of Object.entries(value?.properties ?? {})) {
        expect([name, typeof field.description]).toEqual([name, 'string'])
      }
      return value
    })
    const ids = cases().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has examples that are as they say', () => {
    for (const { operation } of cases()) {
      const media = Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {}))
      expect(Object.keys(operation.responses['304'] ?? {})).not.toContain('content')
      for (const { schema, example } of [...media, ...Object.values(operation.requestBody?.content ?? {})]) {
        if (schema && example !== undefined) conformance.expectValid(schema, example)
      }
    }
  })

  it('says the limit that is counted', async () => {
    for (const asked of cases()) {
      const { headers } = await ask(asked)
      const limit = asked.operation['x-rate-limit']?.requests
      expect(headers.get('x-ratelimit-limit')).toBe(limit === undefined ? null : String(limit))
    }
  })
})

describe('answers', () => {
  it('of every endpoint are as documented', async () => {
    for (const asked of cases()) {
      const response = await ask(asked)
      expect([asked.path, response.status]).toEqual([asked.path, doneStatus(asked.operation)])
      await conformance.expectDocumented(asked.operation, response)
    }
  })

  it('come in each documented media type', async () => {
    const badge = find('getOpenBadge')
    const receipt = find('giveReceipt')
    const list = find('getStatusList')
    const logProof = find('proveInLog')
    const batch = { ...find('verifyBatch'), body: JSON.stringify({ serials, receipt: true }) }
    const other = await mintIssuer()
    const pictured = await issueOne(other)
    for (const image of [EXAMPLE_SVG, examplePng(64, 64)])
      await setBadgeImage(other.slug, 'Basic Safety Training', image)
    badge.path = badge.path.replace(serials[0] ?? '', pictured)
    const seen = new Map<string, Set<string>>()
    for (const [asked, query, headers] of [
      ...['jsonld', 'jwt', 'png', 'svg'].map((format) => [badge, `?format=${format}`, {}] as const),
      ...['json', 'jwt', 'pdf'].map((format) => [receipt, `?format=${format}`, {}] as const),
      ...['text', 'json'].map((format) => [logProof, `?format=${format}`, {}] as const),
      ...['json', 'pdf'].map((format) => [batch, `?format=${format}`, {}] as const),
      ...['application/vc', 'application/vc+jwt'].map((accept) => [list, '', { accept }] as const),
    ]) {
      const response = await ask({ ...asked, path: asked.path + query }, headers)
      expect([asked.path, query, response.status]).toEqual([asked.path, query, 200])
      const types = seen.get(asked.operation.operationId) ?? new Set()
      seen.set(asked.operation.operationId, types.add(response.headers.get('content-type')?.split(';')[0] ?? ''))
      await conformance.expectDocumented(asked.operation, response)
    }
    for (const { operation } of [badge, receipt, batch, list, logProof]) {
      const documented = Object.keys(operation.responses['200']?.content ?? {})
      expect([...(seen.get(operation.operationId) ?? [])].sort()).toEqual(documented.sort())
    }
    // Whatever else answers in one type alone does so in the one that is documented.
    for (const { operation } of cases().filter(({ operation: { operationId } }) => !seen.has(operationId))) {
      expect(Object.keys(operation.responses[doneStatus(operation)]?.content ?? {})).toHaveLength(1)
    }
  })

  it('of a verification are as documented whatever the outcome', async () => {
    const asked = find('verifyBySerial')
    const seen = new Set<unknown>()
    for (const serial of serials) {
      const response = await ask({ ...asked, path: `/api/public/credentials/verify/${serial}` })
      const copy = (await response.clone().json()) as { verification: { overall_status: string } }
      seen.add(copy.verification.overall_status)
      await conformance.expectDocumented(asked.operation, response)
    }
    expect([...seen].sort()).toEqual(['superseded', 'verified', 'withdrawn'])
  })
})

it('of a badge that is not valid are as documented', async () => {
  const asked = find('validateOpenBadge')
  const response = await ask({ ...asked, body: openBadge.replace('Basic Safety Training', 'Basic Safety Trainer') })
  expect(response.status).toBe(422)
  await conformance.expectDocumented(asked.operation, response)
})

describe('refusals', () => {
  it('400: a page of another site embeds it', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    for (const asked of cases()) await expectAnswered(400, asked, foreign)
  })

  it('400: the body is not what was asked for', async () => {
    for (const asked of cases().filter(({ body }) => body !== undefined)) {
      if (takesBadge(asked.operation)) {
        await expectAnswered(400, { ...asked, body: '{' })
        continue
      }
      for (const body of [
        '',
        '[]',
        '{"serials":[]}',
        '{"serials":[1]}',
        JSON.stringify({ serials: Array(101).fill('A') }),
      ]) {
        await expectAnswered(400, { ...asked, body })
      }
    }
  })

  it('401: no key, or none that works', async () => {
    for (const asked of documenting(401)) {
      await expectAnswered(401, asked, { authorization: '' })
      await expectAnswered(401, asked, { authorization: 'Bearer svc_nothing' })
    }
    expect(documenting(401)).not.toEqual([])
  })

  it('404: nothing matches', async () => {
    // Of the metrics it means a service without a token; see their own test.
    for (const asked of documenting(404).filter(({ operation }) => operation.operationId !== 'metrics')) {
      const blank = takesPdf(asked.operation) && { body: BLANK_PDF }
      await expectAnswered(404, { ...asked, path: unknown(asked.path), ...blank })
    }
    expect(documenting(404)).not.toEqual([])
  })

  it('410: the files of a withdrawn and of a replaced certificate', async () => {
    const files = documenting(410).filter(({ path }) => /\/(pdf|jpeg|signed|openbadge)$/.test(path))
    for (const asked of files) {
      for (const gone of [serials[1], serials[2]]) {
        await expectAnswered(410, { ...asked, path: asked.path.replace(serials[0] ?? '', gone ?? '') })
      }
    }
    expect(files).toHaveLength(4)
    const refresh = find('refreshOpenBadge')
    await expectAnswered(410, { ...refresh, path: refresh.path.replace(serials[0] ?? '', serials[2] ?? '') })
  })

  it('409: the event has no badge image', async () => {
    for (const asked of documenting(409)) await expectAnswered(409, { ...asked, path: `${asked.path}?format=png` })
    expect(documenting(409)).not.toEqual([])
  })

  it('206, 304, 412 and 416: of a file, as its bytes are asked for', async () => {
    for (const asked of documenting(416)) {
      const etag = (await ask(asked)).headers.get('etag') ?? ''
      await expectAnswered(416, asked, { range: 'bytes=99999999-' })
      await expectAnswered(206, asked, { range: 'bytes=0-9', 'if-range': etag })
    }
    for (const asked of documenting(412)) {
      const etag = (await ask(asked)).headers.get('etag') ?? ''
      await expectAnswered(412, asked, { 'if-match': '"x"' })
      await expectAnswered(304, asked, { 'if-none-match': etag })
      await expectAnswered(200, asked, { 'if-match': etag })
    }
    const ids = (status: number) => documenting(status).map(({ operation }) => operation.operationId)
    expect(ids(412)).toEqual(ids(304))
    expect(ids(412)).toEqual([...ids(416), 'openApiDocument'])
  })

  it('whatever comes of an address of 9 kB', async () => {
    for (const asked of cases()) {
      const response = await ask({ ...asked, path: `${asked.path}?${'a'.repeat(9000)}` })
      await conformance.expectDocumented(asked.operation, response)
    }
    expect(documenting(414)).toHaveLength(cases().length)
  })

  it('405: another method', async () => {
    for (const asked of cases()) await expectAnswered(405, { ...asked, method: 'DELETE', body: undefined })
  })

  it('413: more than is read', async () => {
    for (const asked of documenting(413)) {
      await expectAnswered(413, { ...asked, body: ' '.repeat((asked.operation['x-max-body-size'] ?? 0) + 1) })
    }
    expect(documenting(413)).not.toEqual([])
  })

  it('503: a check is not made ahead of its reader', () =>
    expectAnswered(503, find('verifyBySerial'), { 'sec-purpose': 'prefetch' }))

  it('503: the service is shutting down', async () => {
    beginShutdown()
    await expectAnswered(503, find('healthReady')).finally(endShutdown)
  })

  it('429: the group that is named has been asked to its limit', async () => {
    const address = '203.0.113.9'
    for (const asked of documenting(429)) {
      const { group, requests, per } = asked.operation['x-rate-limit'] ?? { group: '', requests: 0, per: 'address' }
      const counted = LIMITS[group as LimitGroupName]
      // A minute that begins with them, in which nothing was asked yet.
      setRateCounter(new MemoryRateCounter())
      await rateCounter().count(counted, per === 'issuer_key' ? keyId : address, requests)
      await expectAnswered(429, asked, { 'x-forwarded-for': address })
    }
    expect(documenting(429)).not.toEqual([])
  })

  it('500 and 503: the database is away', async () => {
    const before = env()
    await closeDatabase()
    setEnv({ ...before, DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none' })
    try {
      await expectAnswered(503, find('verifyBySerial'))
      await expectAnswered(503, find('healthReady'))
      await expectAnswered(500, find('lookUpCertificates'))
    } finally {
      await closeDatabase()
      setEnv(before)
    }
  })
})

it('is made once for a configuration', () => {
  expect(openApiDocument()).toBe(openApiDocument())
})
