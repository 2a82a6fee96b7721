import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseEnv, setEnv } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { MemoryRateCounter } from '@/lib/store/memory-rate-counter'
import { setRateCounter } from '@/lib/store/open-rate-counter'
import { endpoint, Reply } from './endpoint'
import { LIMITS } from './limits'
import { loadReach } from './reach'
import { withPeerAddress } from './request-context'

const database = (name: string) => fileURLToPath(new URL(`../store/testdata/geoip/${name}.mmdb`, import.meta.url))
const answerShape = z.object({ success: z.literal(true), value: z.string() })
const answer = { success: true as const, value: 'x' }

function ask(init: RequestInit & { address?: string; path?: string } = {}) {
  const { address = '203.0.113.7', path = '/api/x', ...rest } = init
  return withPeerAddress(new Request(`http://localhost:3000${path}`, rest), address)
}

async function refusal(response: Response): Promise<string> {
  const body = (await response.json()) as { success: boolean; error: string }
  expect(body.success).toBe(false)
  expect(body.error).toMatch(/\.$/)
  return body.error
}

beforeEach(async () => {
  setEnv(parseEnv({ NODE_ENV: 'test', TRUSTED_PROXIES: '127.0.0.0/8' }))
  setRateCounter(new MemoryRateCounter())
  await loadReach(parseEnv({}))
})

describe('answers', () => {
  const GET = endpoint({ group: 'verify', response: answerShape }, () => ({ ...answer, column: 'leaked' }))

  it('sends what the response shape names, with the standard headers', async () => {
    const response = await GET(ask({ headers: { 'x-request-id': 'mine', origin: 'https://elsewhere.example' } }))
    expect(response).toBeInstanceOf(Response)
    expect(response.status).toBe(200)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': '240',
      'x-ratelimit-remaining': '239',
      'x-ratelimit-source': 'memory',
    })
    expect(headers['x-ratelimit-reset']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(await response.json()).toEqual(answer)
  })

  it('takes a reply with a status, or a Response of the handler', async () => {
    const reply = endpoint(
      { response: answerShape },
      () => new Reply(answer, { status: 422, headers: { etag: '"1"' } }),
    )
    expect((await reply(ask())).status).toBe(422)
    const file = endpoint(
      { group: 'certificate_pdf' },
      () => new Response('%PDF', { headers: { 'cache-control': 'no-cache' } }),
    )
    const response = await file(ask())
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-ratelimit-limit')).toBe('30')
    expect(await response.text()).toBe('%PDF')
  })

  it('parses parameters and query', async () => {
    const config = {
      params: z.object({ serial: z.string() }),
      query: z.object({ format: z.enum(['json', 'jwt']).default('json') }),
      response: answerShape,
    }
    const GET = endpoint(config, ({ params, query }) => ({ ...answer, value: `${params.serial} ${query.format}` }))
    const context = { params: Promise.resolve({ serial: 'A/1' }) }
    expect(await (await GET(ask({ path: '/api/x?format=jwt' }), context)).json()).toMatchObject({ value: 'A/1 jwt' })
    expect(await refusal(await GET(ask({ path: '/api/x?format=toString' }), context))).toContain('format')
    expect((await GET(ask({ path: '/api/x?format=jwt&format=json' }), context)).status).toBe(400)
  })
})

describe('counts', () => {
  const GET = endpoint({ group: 'open_badge_validation', response: answerShape }, () => answer)

  it('lets exactly the limit pass and says when to come back', async () => {
    for (let i = 0; i < 20; i++) expect((await GET(ask())).status).toBe(200)
    const response = await GET(ask())
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBe(60)
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(response.headers.get('cache-control')).toBe('no-store')
    await refusal(response)
    expect((await GET(ask({ address: '203.0.113.8' }))).status).toBe(200)
  })

  it('counts by the address that a trusted proxy names, and IPv6 by /64', async () => {
    const from = (address: string) =>
      GET(ask({ address: '127.0.0.1', headers: { 'x-forwarded-for': address } })).then((response) =>
        response.headers.get('x-ratelimit-remaining'),
      )
    expect(await from('2001:db8::1')).toBe('19')
    expect(await from('2001:db8::2')).toBe('18')
    expect(await from('2001:db8:0:1::2')).toBe('19')
    expect(await from('::ffff:203.0.113.7')).toBe('19')
    expect(await from('203.0.113.7')).toBe('18')
  })

  it('refuses files that cannot be counted, without rate headers', async () => {
    setRateCounter({
      count: () => Promise.resolve('uncountable'),
      healthy: false,
      start: async () => {},
      close: async () => {},
    })
    const response = await endpoint({ group: 'certificate_pdf' }, () => new Response('%PDF'))(ask())
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.has('x-ratelimit-limit')).toBe(false)
  })

  it('neither answers nor counts a subresource of a page of another site', async () => {
    const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    for (let i = 0; i < 30; i++) expect((await GET(ask({ headers: image }))).status).toBe(400)
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
    expect((await GET(ask({ headers: link }))).headers.get('x-ratelimit-remaining')).toBe('19')
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
    expect((await GET(ask({ headers: own }))).status).toBe(200)
  })

  it('has the table of the specification', () => {
    expect(Object.fromEntries(Object.values(LIMITS).map((group) => [group.name, group.limit]))).toEqual({
      verify: 240,
      signed_credential: 240,
      issuer_profile: 180,
      passport: 180,
      verify_pdf: 120,
      artifact_manifest: 120,
      issuer_directory: 120,
      open_badge_export: 60,
      certificate_pdf: 30,
      certificate_jpeg: 30,
      verification_receipt: 30,
      open_badge_validation: 20,
      issuer_lookup: 600,
      keys: 240,
      refused_key: 600,
    })
    const named = (test: (group: (typeof LIMITS)['verify']) => boolean) =>
      Object.values(LIMITS)
        .filter(test)
        .map((group) => group.name)
    expect(named((group) => group.buildsFiles)).toEqual([
      'open_badge_export',
      'certificate_pdf',
      'certificate_jpeg',
      'verification_receipt',
    ])
    expect(named((group) => group.reach)).toEqual([
      'issuer_profile',
      'passport',
      'issuer_directory',
      'open_badge_validation',
    ])
  })
})

describe('reach', () => {
  it('redirects from elsewhere by path alone, before counting', async () => {
    await loadReach(
      parseEnv({
        SERVED_COUNTRIES: 'SE',
        GEOIP_COUNTRY_DB: database('GeoLite2-Country-Test'),
        GEOIP_ANONYMOUS_DB: database('GeoIP2-Anonymous-IP-Test'),
      }),
    )
    const GET = endpoint({ group: 'issuer_directory', response: answerShape }, () => answer)
    const response = await GET(ask({ address: '216.160.83.56' }))
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe('/not-available')
    expect(response.headers.has('x-ratelimit-limit')).toBe(false)
    expect((await GET(ask({ address: '89.160.20.112' }))).status).toBe(200)
    const verify = endpoint({ group: 'verify', response: answerShape }, () => answer)
    expect((await verify(ask({ address: '216.160.83.56' }))).status).toBe(200)
  })
})

describe('issuer key', () => {
  const key = (token: string) =>
    token === 'svc_right'
      ? Promise.resolve({ issuerId: 'issuer', keyId: 'key' })
      : Promise.reject(new ServiceError('unauthorized', 'whatever'))
  const POST = endpoint({ group: 'issuer_lookup', key, response: answerShape, failure: 'internal' }, ({ issuer }) => ({
    ...answer,
    value: issuer.issuerId,
  }))

  it.each(['Bearer svc_right', 'bearer svc_right', 'BEARER   svc_right', 'Bearer svc_right '])(
    'takes "%s"',
    async (value) => {
      const response = await POST(ask({ method: 'POST', headers: { authorization: value } }))
      expect(await response.json()).toEqual({ success: true, value: 'issuer' })
      expect(response.headers.get('x-ratelimit-limit')).toBe('600')
    },
  )

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearersvc_right',
    'Basic svc_right',
    'svc_right',
    'Bearer svc_right svc_right',
    'Bearer a,b',
    'Bearer svc_wrong',
  ])('refuses "%s" in the same words', async (value) => {
    const response = await POST(ask({ method: 'POST', headers: value ? { authorization: value } : {} }))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="issuer"')
    expect(await refusal(response)).toBe('The issuer key is missing, malformed or revoked.')
  })

  it('counts refused keys by address and never blocks a right one', async () => {
    const wrong = () => POST(ask({ method: 'POST', headers: { authorization: 'Bearer svc_wrong' } }))
    for (let i = 0; i < 600; i++) expect((await wrong()).status).toBe(401)
    expect((await wrong()).status).toBe(429)
    const right = await POST(ask({ method: 'POST', headers: { authorization: 'Bearer svc_right' } }))
    expect(right.status).toBe(200)
    expect(right.headers.get('x-ratelimit-remaining')).toBe('599')
  })

  it('counts a right key by key, from wherever it comes', async () => {
    const from = (address: string) =>
      POST(ask({ method: 'POST', address, headers: { authorization: 'Bearer svc_right' } }))
    await from('203.0.113.1')
    expect((await from('203.0.113.2')).headers.get('x-ratelimit-remaining')).toBe('598')
  })
})

describe('bodies', () => {
  const shape = z.object({ value: z.string('Send a value.') }, 'Send a JSON object.')
  const POST = endpoint({ body: { maxBytes: 100, shape }, response: answerShape }, ({ body }) => ({
    ...answer,
    ...body,
  }))
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    POST(ask({ method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }))

  it('reads JSON', async () => {
    expect(await (await send('{"value":"é"}')).json()).toEqual({ success: true, value: 'é' })
    expect((await send('{"value":"a"}', { 'content-type': 'Application/JSON; charset=UTF-8' })).status).toBe(200)
  })

  it.each([
    [
      'an unknown type',
      '{"value":"a"}',
      { 'content-type': 'text/plain' },
      'Send the body as application/json in UTF-8.',
    ],
    [
      'another charset',
      '{"value":"a"}',
      { 'content-type': 'application/json; charset=latin1' },
      'Send the body as application/json in UTF-8.',
    ],
    ['an encoding', '{"value":"a"}', { 'content-encoding': 'gzip' }, 'Send the body without a content-encoding.'],
    ['a member twice', '{"value":"a","value":"b"}', {}, 'The body names a member of a JSON object twice.'],
    ['broken JSON', '{"value":', {}, 'The body is not valid JSON.'],
    ['nothing', '', {}, 'The body is not valid JSON.'],
    ['deep nesting', '['.repeat(70), {}, 'The body nests JSON too deeply.'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 'The body is not valid UTF-8.'],
    ['an array', '[]', {}, 'Send a JSON object.'],
    ['no value', '{}', {}, 'Send a value.'],
  ])('refuses %s', async (_, body, headers, sentence) => {
    const response = await send(body, headers as Record<string, string>)
    expect(response.status).toBe(400)
    expect(await refusal(response)).toBe(sentence)
  })

  it('refuses by length before reading, and stops reading at the limit', async () => {
    expect((await send(`{"value":"${'a'.repeat(88)}"}`)).status).toBe(200)
    expect((await send(`{"value":"${'a'.repeat(89)}"}`)).status).toBe(413)
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++
        controller.enqueue(new Uint8Array(64))
      },
    })
    const request = ask({ method: 'POST', body: endless, duplex: 'half' } as RequestInit)
    expect((await POST(request)).status).toBe(413)
    expect(pulled).toBeLessThan(5)
  })
})

describe('failures', () => {
  const failing = (thrown: unknown, failure?: 'internal') =>
    endpoint({ failure, response: answerShape }, () => {
      throw thrown
    })(ask())

  it('says nothing of what went wrong: 503 on public endpoints, 500 on lookup', async () => {
    for (const thrown of [
      new Error('secret'),
      'secret',
      new ServiceError('unavailable', 'Not now.', { cause: new Error('secret') }),
    ]) {
      const open = await failing(thrown)
      expect([open.status, open.headers.get('retry-after')]).toEqual([503, '5'])
      const lookup = await failing(thrown, 'internal')
      expect([lookup.status, lookup.headers.get('retry-after')]).toEqual([500, '5'])
      expect(await refusal(open)).not.toContain('secret')
      expect(await refusal(lookup)).not.toContain('secret')
    }
  })

  it('takes an answer of the wrong shape for our own fault', async () => {
    const GET = endpoint({ response: answerShape }, () => ({ success: true, value: 7 }) as never)
    expect((await GET(ask())).status).toBe(503)
  })

  it('passes refusals on, with their details', async () => {
    const response = await failing(
      new ServiceError('not_exportable', 'No image.', { details: { available_formats: ['jsonld'], success: true } }),
    )
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ success: false, error: 'No image.', available_formats: ['jsonld'] })
  })
})
