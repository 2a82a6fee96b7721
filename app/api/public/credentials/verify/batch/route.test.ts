import canonicalize from 'canonicalize'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { GET as getKeys } from '@/app/.well-known/jwks.json/route'
import { POST as validate } from '@/app/api/public/receipts/validate/route'
import { type BatchAnswer, batchAnswerShape, type BatchReceiptClaims } from '@/lib/contract/check/batch'
import type { ReceiptValidationAnswer } from '@/lib/contract/check/receipt-validation'
import { generateSerial } from '@/lib/domain/certificate/serial'
import { env, setEnv } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { closeRenderPool, renderPool } from '@/lib/render/certificate/render-certificate'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'
import { closeDatabase, transaction } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { inspectReceiptPdf } from '@/test/documents/inspect-receipt-pdf'
import { usePlaces } from '@/test/endpoint-fixture'
import { askApi, newAddress } from '@/test/verify-requests'
import { POST } from './route'

useServiceDatabase()
const NOBODYS = '7K3M-9QXT-2VBD-8RWN'
const PATH = 'https://verify.test/api/public/credentials/verify/batch'
let issuer: StoredIssuer
let current: string
let withdrawn: string
let replaced: string

beforeAll(async () => {
  issuer = await mintIssuer()
  current = await issueOne(issuer)
  withdrawn = await issueOne(issuer)
  replaced = await issueOne(issuer)
  await withdrawCertificate(withdrawn, { reason: 'kept inside', publicReason: null, actor: 'test' })
  await correctCertificate(replaced, { fullName: 'Ana Lucía' }, { reason: 'kept inside', actor: 'test' })
})

function ask(body: unknown, query = '', address = newAddress()): Promise<Response> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json' }
  return POST(withPeerAddress(new Request(PATH + query, { method: 'POST', headers, body: sent }), address))
}

async function answerTo(body: unknown): Promise<BatchAnswer> {
  const response = await ask(body)
  expect(response.status).toBe(200)
  return batchAnswerShape.parse(await response.json())
}

async function judgeReceipt(body: BodyInit, type: string): Promise<ReceiptValidationAnswer> {
  const headers = { 'content-type': type }
  const request = new Request('https://verify.test/api/public/receipts/validate', { method: 'POST', headers, body })
  return (await (await validate(withPeerAddress(request, newAddress()))).json()) as ReceiptValidationAnswer
}

const countOf = async (serial: string) => (await showCertificate(serial)).check_count

/** As a stranger would: with jose, and the key set as it is published. */
async function claimsByJose(jwt: string): Promise<BatchReceiptClaims> {
  const keys = await getKeys(withPeerAddress(new Request('https://verify.test/.well-known/jwks.json'), newAddress()))
  const { payload, protectedHeader } = await compactVerify(jwt, createLocalJWKSet((await keys.json()) as JSONWebKeySet))
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'verification-batch-receipt+jwt' })
  return JSON.parse(new TextDecoder().decode(payload)) as BatchReceiptClaims
}

describe('answers', () => {
  it('each distinct serial once, in the order sent, as it is answered alone, and counts each that was found', async () => {
    const before = await Promise.all([current, withdrawn, replaced].map(countOf))
    const spelled = ` ${current.toLowerCase().replaceAll('-', ' ')} `
    const link = `\u200ehttps://verify.test/verify/${current}?lang=fr`
    const { complete, results, ...rest } = await answerTo({
      serials: [
        withdrawn,
        NOBODYS,
        current,
        spelled,
        link,
        `https://verify.test/verify/${replaced}`,
        '',
        '☃',
        withdrawn,
      ],
    })
    expect([complete, rest]).toEqual([true, { success: true }])
    expect(results.map(({ serial, found, verification }) => [serial, found, verification?.overall_status])).toEqual([
      [withdrawn, true, 'withdrawn'],
      [NOBODYS, false, undefined],
      [current, true, 'verified'],
      [`https://verify.test/verify/${replaced}`, true, 'superseded'],
      ['', null, undefined],
      ['☃', null, undefined],
    ])
    expect(results.slice(4).map(({ error }) => error)).toEqual(
      Array(2).fill(expect.stringMatching(/^This is no serial: /)),
    )
    expect(await Promise.all([current, withdrawn, replaced].map(countOf))).toEqual(before.map((count) => count + 1))
    for (const { serial, certificate, verification, replacement_certificate, error } of results.slice(0, 4)) {
      const alone = await askApi(serial)
      expect(error).toBeNull()
      if (alone.status === 404) continue
      const wire = (await alone.json()) as Record<string, unknown>
      const at = { verified_at: (wire.verification as { verified_at: string }).verified_at }
      expect({
        success: true,
        certificate,
        verification: { ...verification, ...at },
        replacement_certificate,
        log: null,
      }).toEqual(wire)
    }
  })

  it('a receipt that a stranger verifies, over these very outcomes and without a name', async () => {
    const sent = { serials: [current, withdrawn, NOBODYS.toLowerCase()], receipt: true, reference: 'Case 2026/118' }
    const { results, receipt, receipt_jwt: jwt } = await answerTo(sent)
    expect(await claimsByJose(jwt ?? '')).toEqual(receipt)
    expect(receipt).toMatchObject({ iss: 'did:web:verify.test', reference: 'Case 2026/118' })
    const hashes = results.map(({ certificate }) =>
      certificate === null
        ? null
        : createHash('sha256')
            .update(canonicalize(certificate) ?? '')
            .digest('hex'),
    )
    expect(
      receipt?.results.map(({ serial, overall_status: status, certificate_sha256: hash }) => [serial, status, hash]),
    ).toEqual([
      [current, 'verified', hashes[0]],
      [withdrawn, 'withdrawn', hashes[1]],
      [NOBODYS, 'not_found', null],
    ])
    expect(results.map(({ verification }) => verification?.verified_at).slice(0, 2)).toEqual(
      receipt?.results.map(({ verified_at: at }) => at).slice(0, 2),
    )
    expect(JSON.stringify(receipt)).not.toMatch(/Müller|Institute/)
  })

  it('a receipt as a PDF, and as a document of several pages for a hundred', async () => {
    const many = Array.from({ length: 97 }, (_, n) =>
      generateSerial(Uint8Array.from({ length: 10 }, (_, i) => n * 7 + i)),
    )
    const response = await ask({ serials: [current, withdrawn, replaced, ...many], receipt: true }, '?format=pdf')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const pdf = new Uint8Array(await response.arrayBuffer())
    const { text } = await inspectReceiptPdf(Buffer.from(pdf))
    expect(text).toContain('100 serials checked')
    expect(text).toContain(withdrawn)
    expect(text).not.toMatch(/Müller|Institute/)
    const { receipt } = await judgeReceipt(pdf, 'application/pdf')
    expect([receipt.valid, receipt.kind, receipt.then.length]).toEqual([true, 'batch_receipt', 100])
  })

  it('and its receipt is judged later: what was said then, and what holds now', async () => {
    const soon = await issueOne(issuer)
    const answer = await answerTo({ serials: [soon, NOBODYS], receipt: true })
    await withdrawCertificate(soon, { reason: 'kept inside', publicReason: null, actor: 'test' })
    const before = await countOf(soon)
    for (const [body, type] of [
      [answer.receipt_jwt ?? '', 'application/jwt'],
      [JSON.stringify(answer), 'application/json'],
    ] as const) {
      const { receipt } = await judgeReceipt(body, type)
      expect(receipt).toMatchObject({ valid: true, kind: 'batch_receipt', claims: answer.receipt })
      expect(receipt.then.map(({ overall_status: status }) => status)).toEqual(['verified', 'not_found'])
      expect(receipt.now.map(({ serial, overall_status: status }) => [serial, status])).toEqual([
        [soon, 'withdrawn'],
        [NOBODYS, 'not_found'],
      ])
    }
    expect(await countOf(soon)).toBe(before)
  })

  it('a receipt whose readable form was changed as what it is not', async () => {
    const answer = await answerTo({ serials: [withdrawn, current], receipt: true })
    const [first, second] = answer.results
    const unknown = await answerTo({ serials: [NOBODYS, current], receipt: true })
    const [nobody, known] = unknown.results
    const shown = { certificate: known?.certificate, replacement_certificate: known?.certificate }
    for (const change of [
      { ...nobody, found: true },
      { ...nobody, serial: current },
      { ...nobody, replacement_certificate: shown.replacement_certificate },
      { ...nobody, error: 'It could not be checked.' },
    ]) {
      const { receipt } = await judgeReceipt(
        JSON.stringify({ ...unknown, results: [change, known] }),
        'application/json',
      )
      expect([receipt.valid, receipt.errors[0]?.code]).toEqual([false, 'content_differs'])
    }
    const changed: Partial<BatchAnswer>[] = [
      { results: [second, first] as BatchAnswer['results'] },
      { results: [first] as BatchAnswer['results'] },
      { results: [{ ...first, verification: second?.verification }, second] as BatchAnswer['results'] },
      { results: [first, { ...second, replacement_certificate: second?.certificate }] as BatchAnswer['results'] },
      {
        results: [
          first,
          { ...second, verification: { ...second?.verification, verified_at: '2020-01-01T00:00:00.000Z' } },
        ] as BatchAnswer['results'],
      },
      { receipt: { ...answer.receipt, reference: 'Another' } as BatchReceiptClaims },
      { verification_key: null },
    ]
    for (const change of changed) {
      const { receipt } = await judgeReceipt(JSON.stringify({ ...answer, ...change }), 'application/json')
      expect([receipt.valid, receipt.errors[0]?.code]).toEqual([false, 'content_differs'])
    }
    const [head = '', payload = '', signature = ''] = (answer.receipt_jwt ?? '').split('.')
    const other = `${head}.${payload.slice(0, -2)}AA.${signature}`
    const { receipt } = await judgeReceipt(other, 'application/jwt')
    expect(receipt.valid).toBe(false)
  })
})

describe('refuses', () => {
  it.each([
    ['no JSON', '{"serials":', 400],
    ['no serials', { serials: [] }, 400],
    ['101 serials', { serials: Array.from({ length: 101 }, (_, n) => `NS/2024/${n}`) }, 400],
    ['a number among them', { serials: ['NS/2024/1', 7] }, 400],
    ['a reference without a receipt', { serials: ['NS/2024/1'], reference: 'x' }, 400],
    ['a reference with other letters', { serials: ['NS/2024/1'], receipt: true, reference: 'Fälle' }, 400],
    ['words of the caller that would be signed', { serials: ['Paid (in full)'], receipt: true }, 400],
    ['a body that is too large', { serials: ['x'.repeat(70_000)] }, 413],
  ])('%s', async (_name, body, status) => {
    const response = await ask(body)
    expect([response.status, await response.json()]).toEqual([status, { success: false, error: expect.any(String) }])
    expect(response.headers.get('x-ratelimit-limit')).toBe('600')
  })

  it('a PDF without a receipt', async () => {
    for (const refused of [
      await ask({ serials: [current] }, '?format=pdf'),
      await ask({ serials: [current], receipt: true }, '?format=xml'),
    ])
      expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([400, '600'])
  })

  it('more than there are places, as a whole: nothing is counted and no place is taken', async () => {
    const address = newAddress()
    const others = (count: number) => Array.from({ length: count }, (_, n) => `NS/2024/${n + 1000}`)
    for (const count of [100, 100]) expect((await ask({ serials: others(count) }, '', address)).status).toBe(200)
    const before = await countOf(current)
    const refused = await ask({ serials: [current, ...others(40)] }, '', address)
    expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([429, '40'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await countOf(current)).toBe(before)
    const rest = await ask({ serials: [current, ...others(39)] }, '', address)
    expect([rest.status, rest.headers.get('x-ratelimit-remaining')]).toEqual([200, '0'])
    expect(await countOf(current)).toBe(before + 1)
  })

  it('a 31st receipt in a minute', async () => {
    const address = newAddress()
    const asked = () => ask({ serials: [NOBODYS], receipt: true }, '', address)
    await usePlaces('verification_receipt', 29, address)
    expect([(await asked()).status, (await asked()).status]).toEqual([200, 429])
  })
})

describe('cannot determine', () => {
  it('a document that cannot be drawn: no check is counted', async () => {
    const before = await countOf(current)
    await renderPool().close()
    try {
      expect((await ask({ serials: [current], receipt: true }, '?format=pdf')).status).toBe(503)
    } finally {
      await closeRenderPool()
    }
    expect(await countOf(current)).toBe(before)
  })

  it('any of them without the key that guards the records', async () => {
    const before = env()
    setEnv({ ...before, KEY_ENCRYPTION_KEY: undefined })
    try {
      expect((await ask({ serials: [current, withdrawn] })).status).toBe(503)
      expect((await ask({ serials: [current], receipt: true })).status).toBe(503)
    } finally {
      setEnv(before)
    }
  })

  it('anything while the database is away', async () => {
    const before = env()
    await closeDatabase()
    setEnv({ ...before, DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none' })
    try {
      const response = await ask({ serials: [current, NOBODYS] })
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-9]/)])
    } finally {
      await closeDatabase()
      setEnv(before)
    }
  })

  it('one of several: the others are answered and counted, and a part of the batch is never signed', async () => {
    const lost = await issueOne(await mintIssuer())
    const { retired } = await rotateServiceKey()
    const sound = await issueOne(await mintIssuer())
    // What the retired key signed can neither be believed nor refused from now on.
    await transaction((tx) => tx.query("UPDATE service_keys SET mac = 'AAAA' WHERE id = $1", [retired]))
    const answer = await answerTo({ serials: [lost, sound], receipt: true })
    const [first, second] = answer.results
    expect(answer).toMatchObject({ complete: false, receipt: null, receipt_jwt: null, verification_key: null })
    expect(first).toMatchObject({ found: null, certificate: null, verification: null, error: expect.any(String) })
    expect([second?.verification?.overall_status, second?.error]).toEqual(['verified', null])
    expect(await countOf(sound)).toBe(1)
    expect((await ask({ serials: [lost, sound], receipt: true }, '?format=pdf')).status).toBe(503)
    expect(await countOf(sound)).toBe(1)
    expect((await ask({ serials: [lost] })).status).toBe(503)
  })
})
