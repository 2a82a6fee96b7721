import canonicalize from 'canonicalize'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { GET as getKeys } from '@/app/.well-known/jwks.json/route'
import { GET as getReceipt } from '@/app/api/public/receipts/[id]/route'
import { type ReceiptAnswer, receiptAnswerShape } from '@/lib/contract/check/receipt'
import { env, setEnv } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { closeRenderPool, renderPool } from '@/lib/render/certificate/render-certificate'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { inspectReceiptPdf } from '@/test/documents/inspect-receipt-pdf'
import { usePlaces } from '@/test/endpoint-fixture'
import { askApi, newAddress } from '@/test/verify-requests'
import { GET } from './route'

const database = useServiceDatabase()
const PATH = 'https://verify.test/api/public/credentials/verify/-/receipt'
let issuer: StoredIssuer

beforeAll(async () => {
  issuer = await mintIssuer()
})

function ask(serial: string, query = '', init: RequestInit = {}, address = newAddress()): Promise<Response> {
  return GET(withPeerAddress(new Request(PATH + query, init), address), { params: Promise.resolve({ serial }) })
}

async function receiptOf(serial: string, query = ''): Promise<ReceiptAnswer> {
  const response = await ask(serial, query)
  expect(response.status).toBe(200)
  return receiptAnswerShape.parse(await response.json())
}

function find(id: string): Promise<Response> {
  const request = withPeerAddress(new Request('https://verify.test/api/public/receipts/-'), newAddress())
  return getReceipt(request, { params: Promise.resolve({ id }) })
}

/** As a stranger would: with jose, with the key set as it is published, with another canonical JSON. */
async function claimsByJose(jwt: string): Promise<Record<string, unknown>> {
  const keys = await getKeys(withPeerAddress(new Request('https://verify.test/.well-known/jwks.json'), newAddress()))
  const { payload, protectedHeader } = await compactVerify(jwt, createLocalJWKSet((await keys.json()) as JSONWebKeySet))
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'verification-receipt+jwt' })
  return JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>
}

async function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(database.adminUrl)
  await client.connect()
  const { rows } = await client.query<Row>(text, values).finally(() => client.end())
  return rows
}

const countOf = async (serial: string) => (await showCertificate(serial)).check_count
const storedReceipts = async () => (await sql<{ n: number }>('SELECT count(*)::int AS n FROM receipts'))[0]?.n
const withdraw = (serial: string) =>
  withdrawCertificate(serial, { reason: 'kept inside', publicReason: 'Issued in error.', actor: 'test' })

/** One certificate for each outcome. */
async function outcomes(): Promise<Record<string, string>> {
  const suspendedIssuer = await mintIssuer()
  const [verified, withdrawn, superseded, invalid] = await Promise.all([1, 2, 3, 4].map(() => issueOne(issuer)))
  const suspended = await issueOne(suspendedIssuer)
  const expired = await issueOne(issuer, { issuedAt: new Date('2020-01-01'), expiresAt: new Date('2021-01-01') })
  await withdraw(withdrawn ?? '')
  await correctCertificate(superseded ?? '', { fullName: 'Ana Lucía' }, { reason: 'test', actor: 'test' })
  await setIssuerStanding(suspendedIssuer.slug, 'suspended', 'test')
  await sql(`UPDATE certificates SET full_name = 'Mallory' WHERE serial = $1`, [invalid])
  return { verified, withdrawn, superseded, invalid, issuer_suspended: suspended, expired } as Record<string, string>
}

describe('answers', () => {
  it('every outcome with a receipt that a stranger verifies, and counts each once', async () => {
    for (const [outcome, serial] of Object.entries(await outcomes())) {
      const answer = await receiptOf(serial, '?reference=Case%202026/118')
      const { receipt, certificate, verification_key: key } = answer
      expect(receipt).toMatchObject({
        overall_status: outcome,
        serial,
        reference: 'Case 2026/118',
        iss: 'did:web:verify.test',
      })
      expect(await claimsByJose(answer.receipt_jwt)).toEqual(receipt)
      const hash = createHash('sha256')
        .update(canonicalize(certificate) ?? '')
        .digest('hex')
      expect(receipt.certificate_sha256).toBe(hash)
      expect(receipt.iat).toBe(Math.floor(Date.parse(receipt.verified_at) / 1000))
      expect(key).not.toHaveProperty('d')
      expect(await countOf(serial)).toBe(1)
      const { certificate: verified } = (await (await askApi(serial)).json()) as ReceiptAnswer
      expect(certificate).toEqual(verified)
    }
  })

  it('a genuine one with the hashes of its files and the key that signed it', async () => {
    const serial = await issueOne(issuer)
    const { receipt } = await receiptOf(serial)
    const [row] = await sql<{ vc_jwt: string; pdf: string | null }>(
      `SELECT f.vc_jwt, (SELECT a.sha256 FROM artifacts a WHERE a.certificate_id = c.id AND a.type = 'pdf') AS pdf
       FROM certificates c JOIN signed_forms f ON f.certificate_id = c.id WHERE c.serial = $1`,
      [serial],
    )
    const hash = createHash('sha256')
      .update(row?.vc_jwt ?? '')
      .digest('hex')
    expect(receipt.artifacts).toContainEqual({ type: 'vc+jwt', sha256: hash })
    expect(receipt.artifacts.map(({ type }) => type)).toEqual(['vc+jwt', 'openbadge+jsonld', 'openbadge+jwt', 'pdf'])
    expect(receipt.artifacts).toContainEqual({ type: 'pdf', sha256: row?.pdf })
    expect(receipt).toMatchObject({ issuer_did: issuer.did, reference: null })
    expect(receipt.issuer_key).toContain(`${issuer.did}#`)
  })

  it('an invalid one without a name, a file, or an issuer', async () => {
    const serial = await issueOne(issuer)
    await sql(`UPDATE certificates SET full_name = 'Mallory' WHERE serial = $1`, [serial])
    const answer = await receiptOf(serial)
    expect(answer.receipt).toMatchObject({ artifacts: [], issuer_did: null, issuer_key: null })
    expect(answer.certificate.recipient.full_name).toBe('')
    expect(JSON.stringify(answer)).not.toMatch(/Mallory|Müller|Institute/)
    const { text } = await inspectReceiptPdf(Buffer.from(await (await ask(serial, '?format=pdf')).arrayBuffer()))
    expect(text).toContain('Fails its check')
    expect(text).not.toMatch(/Mallory|Müller|Institute/)
  })

  it('as a JWT alone, a file', async () => {
    const serial = await issueOne(issuer, { serial: 'Roll-2026/LOI.9' })
    const response = await ask(serial, '?format=jwt', { headers: { range: 'bytes=0-9', 'if-none-match': '*' } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/jwt',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="receipt Roll-2026-LOI\.9 \d{4}-\d\d-\d\d\.jwt"/,
      ),
      'cache-control': 'no-store',
      'x-ratelimit-limit': '30',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(response.status).toBe(200)
    expect(await claimsByJose(await response.text())).toMatchObject({ serial, overall_status: 'verified' })
  })

  it('as a PDF that carries both', async () => {
    const serial = await issueOne(issuer)
    const response = await ask(serial, '?format=pdf&reference=R-1')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const { files, text } = await inspectReceiptPdf(Buffer.from(await response.arrayBuffer()))
    const jwt = files.get('receipt.jwt') ?? ''
    const answer = receiptAnswerShape.parse(JSON.parse(files.get('receipt.json') ?? ''))
    expect(await claimsByJose(jwt)).toEqual(answer.receipt)
    expect(answer.receipt_jwt).toBe(jwt)
    for (const words of [
      serial,
      'Genuine and current',
      'Ana-Lucía Müller Nguyễn',
      'R-1',
      'Given by the requester, not checked',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).toContain('It says nothing about today')
    expect(text).toContain(answer.verification_key.kid)
  })

  it('HEAD without a receipt and without counting', async () => {
    const serial = await issueOne(issuer)
    const before = await storedReceipts()
    const response = await ask(serial, '?format=pdf', { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await ask('0000-0000-0000-001Z', '', { method: 'HEAD' })).status).toBe(404)
    expect([await storedReceipts(), await countOf(serial)]).toEqual([before, 0])
  })

  it('a receipt again by its id, unchanged by what came after it, and not counted', async () => {
    const serial = await issueOne(issuer)
    const { receipt, receipt_jwt } = await receiptOf(serial)
    await withdraw(serial)
    for (const id of [receipt.jti, receipt.jti.toUpperCase()]) {
      const found = await find(id)
      expect(found.headers.get('x-ratelimit-limit')).toBe('120')
      expect(await found.json()).toEqual({
        success: true,
        receipt_jwt,
        overall_status_then: 'verified',
        verified_at: receipt.verified_at,
      })
    }
    expect(await countOf(serial)).toBe(1)
  })
})

describe('refuses', () => {
  it.each([
    ...['?format=xml', '?format=', '?format=JSON', '?format=__proto__', '?format=json&format=pdf'],
    ...[
      `?reference=${'x'.repeat(65)}`,
      '?reference=%3Cb%3E',
      '?reference=a%0Ab',
      '?reference=%E2%80%AE',
      '?reference=a&reference=b',
    ],
  ])('%s: 400, not counted', async (query) => {
    const serial = await issueOne(issuer)
    const response = await ask(serial, query)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ success: false, error: expect.stringMatching(/\.$/) })
    expect(await countOf(serial)).toBe(0)
  })

  it('what names no certificate: 404, and no receipt', async () => {
    const before = await storedReceipts()
    for (const serial of ['', '0000-0000-0000-001Z', "' OR 1=1 --", '\ud800']) {
      const response = await ask(serial)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ success: false, code: expect.stringMatching(/^n/) })
    }
    expect(await storedReceipts()).toBe(before)
  })

  it('what names no receipt: 404', async () => {
    for (const id of ['', 'x', "' OR 1=1 --", '4d2b9a53-5c0f-4b57-9f0a-2f1f6b7b2c77', '\0']) {
      expect((await find(id)).status).toBe(404)
    }
  })

  it('what is fetched ahead of its reader: 503, no receipt', async () => {
    const serial = await issueOne(issuer)
    const response = await ask(serial, '', { headers: { 'sec-purpose': 'prefetch' } })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await countOf(serial)).toBe(0)
  })

  it('the 31st of a minute: 429', async () => {
    const serial = await issueOne(issuer)
    const address = newAddress()
    await usePlaces('verification_receipt', 29, address)
    expect((await ask(serial, '?format=jwt', {}, address)).status).toBe(200)
    expect((await ask(serial, '', {}, address)).status).toBe(429)
    expect(await countOf(serial)).toBe(1)
  })

  it('what cannot be stored: 503, no verdict, not counted', async () => {
    const serial = await issueOne(issuer)
    await sql('ALTER TABLE receipts ADD CONSTRAINT closed CHECK (false) NOT VALID')
    try {
      const response = await ask(serial)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.json()).toEqual({ success: false, error: expect.any(String) })
    } finally {
      await sql('ALTER TABLE receipts DROP CONSTRAINT closed')
    }
    expect(await countOf(serial)).toBe(0)
  })

  it('what cannot be drawn: 503, not stored and not counted', async () => {
    const serial = await issueOne(issuer)
    await renderPool().close()
    try {
      expect((await ask(serial, '?format=pdf')).status).toBe(503)
    } finally {
      await closeRenderPool()
    }
    expect(await countOf(serial)).toBe(0)
    const { rows } = await workingPool().query(
      'SELECT 1 FROM receipts r JOIN certificates c ON c.id = r.certificate_id WHERE c.serial = $1',
      [serial],
    )
    expect(rows).toEqual([])
  })

  it('everything while the database is away: 503', async () => {
    const serial = await issueOne(issuer)
    const before = env()
    await closeDatabase()
    setEnv({ ...before, DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none' })
    try {
      for (const query of ['', '?format=jwt', '?format=pdf']) expect((await ask(serial, query)).status).toBe(503)
      expect((await find('4d2b9a53-5c0f-4b57-9f0a-2f1f6b7b2c77')).status).toBe(503)
    } finally {
      await closeDatabase()
      setEnv(before)
    }
  })
})

describe('isolation', () => {
  it('lets no column and nothing internal out', async () => {
    const serial = await issueOne(issuer, { email: 'holder@inside.example' })
    await withdraw(serial)
    const answer = await (await ask(serial)).json()
    expect(Object.keys(answer as object).sort()).toEqual(
      ['certificate', 'how_to_verify', 'log_proofs', 'receipt', 'receipt_jwt', 'success', 'verification_key'].sort(),
    )
    // As names of members: a signature or a key may well hold the four letters.
    expect(JSON.stringify(answer)).not.toMatch(/inside|"[^"]*(check_count|lineage|salt|sealed)[^"]*":|"d":/)
  })

  it('signs nobody’s name: only its hash', async () => {
    const serial = await issueOne(issuer)
    const { receipt_jwt } = await receiptOf(serial)
    expect(JSON.stringify(await claimsByJose(receipt_jwt))).not.toMatch(/Müller|REG-0418|Basic Safety/)
  })

  it('gives back no stored text that is not the receipt of that id, and does not deny having given one', async () => {
    const [one, two] = await Promise.all([issueOne(issuer), issueOne(issuer)])
    const [first, second] = [await receiptOf(one), await receiptOf(two)]
    await sql('UPDATE receipts SET receipt_jwt = $2 WHERE id = $1', [first.receipt.jti, second.receipt_jwt])
    expect((await find(first.receipt.jti)).status).toBe(503)
    const forged = `${second.receipt_jwt.slice(0, -8)}AAAAAAAA`
    await sql('UPDATE receipts SET receipt_jwt = $2 WHERE id = $1', [second.receipt.jti, forged])
    expect((await find(second.receipt.jti)).status).toBe(503)
  })

  it('tells of two that are asked for at once each its own', async () => {
    const serials = await Promise.all(
      Array.from({ length: 12 }, (_, n) => issueOne(issuer, { fullName: `Person ${n}` })),
    )
    const answers = await Promise.all(serials.map((serial) => receiptOf(serial)))
    expect(answers.map(({ certificate }) => certificate.recipient.full_name)).toEqual(
      serials.map((_, n) => `Person ${n}`),
    )
    expect(new Set(answers.map(({ receipt }) => receipt.jti)).size).toBe(12)
  })
})
