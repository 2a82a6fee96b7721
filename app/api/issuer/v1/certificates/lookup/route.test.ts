import fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { lookupAnswerShape } from '@/lib/contract/check/lookup'
import { LIMITS } from '@/lib/http/limits/limits'
import { withPeerAddress } from '@/lib/http/request-context'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { presentLookup } from '@/lib/service/check/present-lookup'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { listApiKeys } from '@/lib/service/issuers/list-api-keys'
import { revokeApiKey } from '@/lib/service/issuers/revoke-api-key'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { workingPool } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { rateCounter, setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { usePlaces } from '@/test/endpoint-fixture'
import { POST } from './route'

const URL = 'http://localhost/api/issuer/v1/certificates/lookup'
const ADDRESS = '203.0.113.20'

function post(body: RequestInit['body'], headers: Record<string, string>, address = ADDRESS): Promise<Response> {
  const request = new Request(URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body ?? null,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
  return POST(withPeerAddress(request, address))
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

async function lookUp(secret: string, serials: string[]) {
  const response = await post(JSON.stringify({ serials }), bearer(secret))
  expect(response.status).toBe(200)
  return lookupAnswerShape.parse(await response.json()).certificates
}

async function error(response: Response): Promise<string> {
  const body = (await response.json()) as { success: boolean; error: string }
  expect(body.success).toBe(false)
  return body.error
}

async function mintKey() {
  const issuer = await mintIssuer()
  const { key, secret } = await createApiKey(issuer.slug, 'Tests')
  return { issuer, key, secret }
}

const database = useServiceDatabase()
beforeEach(() => {
  setRateCounter(new MemoryRateCounter())
})

describe('a key that is revoked while the body comes', () => {
  it('gets no answer', async () => {
    const { issuer, key, secret } = await mintKey()
    const serial = await issueOne(issuer)
    const body = new ReadableStream(
      {
        // Asked for once the key has let the request in.
        async pull(controller) {
          await revokeApiKey(key.id)
          controller.enqueue(Buffer.from(JSON.stringify({ serials: [serial] })))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const response = await post(body, bearer(secret))
    expect([response.status, await error(response)]).toEqual([401, 'The API key is missing, malformed or revoked.'])
  })
})

describe('answers', () => {
  it('as a whole that nothing can be told, where that is so of every serial', () => {
    const untold = [
      { serial: 'A', found: 'undetermined' as const },
      { serial: 'B', found: 'lost' as const },
    ]
    expect(() => presentLookup(untold)).toThrow(expect.objectContaining({ code: 'unavailable' }))
    expect(presentLookup([...untold, { serial: 'C', found: null }])).toMatchObject([
      { found: true, certificate: null, error: expect.any(String) as string },
      { found: true, certificate: null, error: expect.any(String) as string },
      { found: false, certificate: null, error: null },
    ])
  })

  it('gives one item a distinct serial, in the order sent, as first sent', async () => {
    const { issuer, secret } = await mintKey()
    const [a, b] = [await issueOne(issuer), await issueOne(issuer, { registrationNumber: null })]
    const unknown = '7K3M-9QXT-2VBD-8RWN'
    const items = await lookUp(secret, [b.toLowerCase(), unknown, a.replaceAll('-', ' '), b, a])
    expect(items.map((item) => item.serial)).toEqual([b.toLowerCase(), unknown, a.replaceAll('-', ' ')])
    expect(items.map((item) => item.found)).toEqual([true, false, true])
    expect(items.map((item) => item.certificate?.serial)).toEqual([b, undefined, a])
    expect(items[0]).toMatchObject({ replaced: [], check_count: 0, last_checked_at: null })
    expect(items[1]).toEqual({
      serial: unknown,
      found: false,
      certificate: null,
      replaced: [],
      check_count: null,
      last_checked_at: null,
      error: null,
    })
  })

  it('follows corrections from every serial of the chain', async () => {
    const { issuer, secret } = await mintKey()
    const first = await issueOne(issuer)
    const reasons = { reason: 'test', actor: 'test' }
    const second = (await correctCertificate(first, { fullName: 'B' }, reasons)).certificate.serial
    const third = (await correctCertificate(second, { fullName: 'C' }, reasons)).certificate.serial
    await verifyCertificate(first)
    await verifyCertificate(third)
    const items = await lookUp(secret, [first, second, third])
    for (const item of items) {
      expect(item.certificate).toMatchObject({ serial: third, status: 'issued', recipient: { full_name: 'C' } })
      expect(item.replaced).toEqual([
        { serial: first, status: 'superseded' },
        { serial: second, status: 'superseded' },
      ])
      expect(item.check_count).toBe(2)
      expect(item.last_checked_at).not.toBeNull()
    }
  })

  it('shows a withdrawn certificate with its status and without file links, and is never counted', async () => {
    const { issuer, secret } = await mintKey()
    const serial = await issueOne(issuer)
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
    const [item] = await lookUp(secret, [serial])
    expect(item).toMatchObject({ found: true, certificate: { status: 'withdrawn' }, check_count: 0 })
    expect(item?.certificate).not.toHaveProperty('pdf_url')
  })

  it('takes 100 serials, a scheme in any case, several spaces', async () => {
    const { issuer, secret } = await mintKey()
    const serial = await issueOne(issuer)
    const serials = [serial, ...Array.from({ length: 99 }, (_, index) => `X-${index}-unknown`)]
    for (const scheme of ['Bearer', 'bearer', 'BEARER  ']) {
      const response = await post(JSON.stringify({ serials }), { authorization: `${scheme} ${secret}` })
      expect(response.status).toBe(200)
      expect(((await response.json()) as { certificates: unknown[] }).certificates).toHaveLength(100)
    }
  })
})

describe('refuses', () => {
  it('says of each malformed body what is wrong with it', async () => {
    const { secret } = await mintKey()
    const many = (count: number) =>
      JSON.stringify({ serials: Array.from({ length: count }, (_, index) => `S-${index}`) })
    const table: [name: string, body: RequestInit['body'], status: number, sentence: RegExp][] = [
      ['empty', '', 400, /JSON/],
      ['null', 'null', 400, /JSON object/],
      ['not JSON', '{"serials": [', 400, /JSON/],
      ['an array', '["A-1234"]', 400, /JSON object/],
      ['a number', '7', 400, /JSON object/],
      ['no serials', '{}', 400, /array of strings/],
      ['serials a string', '{"serials":"A-1234"}', 400, /array of strings/],
      ['0 serials', '{"serials":[]}', 400, /between 1 and 100/],
      ['101 serials', many(101), 400, /more than 100/],
      ['10,000 serials', many(10_000), 400, /more than 100/],
      ['101 times the same', JSON.stringify({ serials: Array(101).fill('A-1234') }), 400, /more than 100/],
      ['numbers', '{"serials":[1,2]}', 400, /must be a string/],
      ['a null entry', '{"serials":["A-1234",null]}', 400, /must be a string/],
      ['a duplicate key', '{"serials":["A-1234"],"serials":["B-1234"]}', 400, /twice|duplicate/i],
      ['deep nesting', `{"serials":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400, /deep/],
      ['not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, /UTF-8/],
      ['10 MB', `{"serials":["${'x'.repeat(10 * 1024 * 1024)}"]}`, 413, /too large|larger/],
    ]
    for (const [name, body, status, sentence] of table) {
      const response = await post(body, bearer(secret))
      expect([name, response.status]).toEqual([name, status])
      expect(await error(response)).toMatch(sentence)
    }
    const gzipped = await post(gzipSync('{"serials":["A-1234"]}'), { ...bearer(secret), 'content-encoding': 'gzip' })
    expect(gzipped.status).toBe(400)
  })

  it('takes serials that can never exist for not found', async () => {
    const { secret } = await mintKey()
    const serials = [
      '',
      '\0',
      '\ud800',
      '😀',
      'x'.repeat(900_000),
      '../../etc/passwd',
      "'; DROP TABLE certificates; --",
    ]
    const items = await lookUp(secret, serials)
    expect(items.map((item) => item.found)).toEqual(serials.map(() => false))
    expect(items[2]?.serial).toBe('\ud800')
  })

  it('answers any body with 200, 400 or 413', async () => {
    const { secret } = await mintKey()
    const entry = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue())
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ serials: fc.array(entry, { maxLength: 120 }) }).map((value) => JSON.stringify(value)),
      fc.uint8Array(),
    )
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        setRateCounter(new MemoryRateCounter())
        const response = await post(sent as RequestInit['body'], bearer(secret))
        expect([200, 400, 413]).toContain(response.status)
        expect(((await response.json()) as { success: boolean }).success).toBe(response.status === 200)
      }),
      { numRuns: 150 },
    )
  })

  it('gives every key that does not work the same 401', async () => {
    const { key, secret, issuer } = await mintKey()
    const other = await mintKey()
    await revokeApiKey(key.id)
    await setIssuerStanding(other.issuer.slug, 'suspended', 'test')
    const unknown = (await createApiKey(issuer.slug, 'to be forgotten')).secret
    await database.asOwner("DELETE FROM issuer_api_keys WHERE name = 'to be forgotten'")
    const mistyped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
    const attempts: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Basic ${secret}` },
      { authorization: secret },
      ...[
        secret,
        mistyped,
        `abc${secret.slice(3)}`,
        secret.slice(1),
        `${secret}0`,
        unknown,
        other.secret,
        'x',
        '\u00e9',
      ].map(bearer),
    ]
    const answers = new Set<string>()
    for (const headers of attempts) {
      const response = await post('{"serials":["A-1234"]}', headers)
      expect([headers, response.status]).toEqual([headers, 401])
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="issuer"')
      answers.add(await response.text())
    }
    expect(answers.size).toBe(1)
  })

  it('ignores a key in the query string or the body', async () => {
    const { secret } = await mintKey()
    const request = new Request(`${URL}?authorization=Bearer%20${secret}&access_token=${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ serials: ['A-1234'], access_token: secret }),
    })
    expect((await POST(withPeerAddress(request, ADDRESS))).status).toBe(401)
  })

  it('stops a guesser after 600 refused keys, and never a right key beside it', async () => {
    const { secret } = await mintKey()
    await usePlaces('refused_key', 599, ADDRESS)
    const guess = async () => (await post('{}', bearer('svc_wrong'))).status
    expect([await guess(), await guess()]).toEqual([401, 429])
    expect(await lookUp(secret, ['A-1234'])).toHaveLength(1)
  })

  it('counts 600 a minute for each key, wherever it comes from', async () => {
    const { issuer, key, secret } = await mintKey()
    const second = (await createApiKey(issuer.slug, 'second')).secret
    const body = '{"serials":["A-1234"]}'
    await rateCounter().count(LIMITS.issuer_lookup, key.id, 580)
    const asked = Array.from({ length: 43 }, (_, index) => post(body, bearer(secret), `198.51.100.${index}`))
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('600')
    expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect((await post(body, bearer(second))).status).toBe(200)
  })
})

describe('isolation', () => {
  it('gives another organization’s serial, an unknown and a malformed one the same item', async () => {
    const mine = await mintKey()
    const theirs = await issueOne((await mintKey()).issuer)
    const items = await lookUp(mine.secret, [theirs, '7K3M-9QXT-2VBD-8RWN', '?!'])
    const [first, ...rest] = items.map(({ serial: _echoed, ...item }) => JSON.stringify(item))
    expect(rest).toEqual([first, first])
  })

  it('keeps of a key only its hash', async () => {
    const { secret, issuer } = await mintKey()
    const { rows } = await workingPool().query<{ row: string }>('SELECT k::text AS row FROM issuer_api_keys k')
    for (const { row } of rows) {
      expect(row).not.toContain(secret)
      expect(row).not.toContain(secret.slice(4, 24))
    }
    expect(JSON.stringify(await listApiKeys(issuer.slug))).not.toContain(secret.slice(4, 24))
  })

  it('stops a revoked key with the next request, and notes the last use of one that works', async () => {
    const { key, secret, issuer } = await mintKey()
    await lookUp(secret, ['A-1234'])
    await expect.poll(async () => (await listApiKeys(issuer.slug))[0]?.lastUsedAt, { timeout: 200_000 }).not.toBeNull()
    await revokeApiKey(key.id, 'lost')
    expect((await post('{"serials":["A-1234"]}', bearer(secret))).status).toBe(401)
  })
})
