import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { parseEnv } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { endpoint } from '@/lib/http/endpoint'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { answer, answerShape, freshDoor, refusalSentence, requestFrom, usePlaces } from '@/test/endpoint-fixture'
import { LIMITS } from './limits'
import { loadReach } from './reach'

// No minute ends while a busy machine is still counting within it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
beforeEach(freshDoor)
afterEach(() => void vi.useRealTimers())

const database = (name: string) => fileURLToPath(new URL(`../../../test/data/geoip/${name}.mmdb`, import.meta.url))

describe('counts', () => {
  const GET = endpoint({ group: 'open_badge_validation', response: answerShape }, () => answer)

  it('lets exactly the limit pass and says when to come back', async () => {
    for (let i = 0; i < 20; i++) expect((await GET(requestFrom())).status).toBe(200)
    const response = await GET(requestFrom())
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('60')
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(response.headers.get('cache-control')).toBe('no-store')
    await refusalSentence(response)
    expect((await GET(requestFrom({ address: '203.0.113.8' }))).status).toBe(200)
  })

  it('counts by the address that a trusted proxy names, and IPv6 by /64', async () => {
    const from = (address: string) =>
      GET(requestFrom({ address: '127.0.0.1', headers: { 'x-forwarded-for': address } })).then((response) =>
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
    const response = await endpoint({ group: 'certificate_pdf' }, () => new Response('%PDF'))(requestFrom())
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.has('x-ratelimit-limit')).toBe(false)
  })

  it('neither answers nor counts a subresource of a page of another site', async () => {
    const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    for (let i = 0; i < 30; i++) expect((await GET(requestFrom({ headers: image }))).status).toBe(400)
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
    expect((await GET(requestFrom({ headers: link }))).headers.get('x-ratelimit-remaining')).toBe('19')
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
    expect((await GET(requestFrom({ headers: own }))).status).toBe(200)
  })

  it('counts a body that says how many places it takes before it is read, and takes them only where it is not refused', async () => {
    const shape = z.object({ places: z.number() })
    const POST = endpoint(
      {
        group: 'verify',
        places: ({ body: { places } }) => places,
        body: { maxBytes: 100, shape },
        response: answerShape,
      },
      () => answer,
    )
    const headers = { 'content-type': 'application/json' }
    const send = (body: string) => POST(requestFrom({ method: 'POST', headers, body }))
    const answers = [await send('{"places":41}'), await send('{'), await send('{"places":200}')]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 429])
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['199', '598', '199'])
    await usePlaces('sent_body', 600)
    const unread = requestFrom({ method: 'POST', headers, body: '{"places":1}' })
    const response = await POST(unread)
    expect([response.status, response.headers.get('x-ratelimit-limit'), unread.bodyUsed]).toEqual([429, '600', false])
  })

  it('has the table of the specification', () => {
    expect(Object.fromEntries(Object.values(LIMITS).map((group) => [group.name, group.limit]))).toEqual({
      verify: 240,
      signed_credential: 240,
      issuer_profile: 180,
      passport: 180,
      passport_management: 60,
      report: 60,
      report_sending: 5,
      desk_challenges: 60,
      verify_pdf: 120,
      watch: 600,
      artifact_manifest: 120,
      issuer_directory: 120,
      open_badge_export: 60,
      certificate_pdf: 30,
      certificate_jpeg: 30,
      verification_receipt: 30,
      open_badge_validation: 20,
      issuer_lookup: 600,
      keys: 240,
      log: 6000,
      witness: 120,
      desk: 600,
      desk_attempts: 30,
      desk_account: 10,
      desk_strangers: 60,
      sent_body: 600,
      sent_list: 30,
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
      'passport_management',
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
    const response = await GET(requestFrom({ address: '216.160.83.56' }))
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe('/not-available')
    expect(response.headers.has('x-ratelimit-limit')).toBe(false)
    expect((await GET(requestFrom({ address: '89.160.20.112' }))).status).toBe(200)
    const verify = endpoint({ group: 'verify', response: answerShape }, () => answer)
    expect((await verify(requestFrom({ address: '216.160.83.56' }))).status).toBe(200)
  })
})

describe('API key', () => {
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
      const response = await POST(requestFrom({ method: 'POST', headers: { authorization: value } }))
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
    const response = await POST(requestFrom({ method: 'POST', headers: value ? { authorization: value } : {} }))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="issuer"')
    expect(await refusalSentence(response)).toBe('The API key is missing, malformed or revoked.')
  })

  it('counts refused keys by address and never blocks a right one', async () => {
    const wrong = (address = '203.0.113.7') =>
      POST(requestFrom({ method: 'POST', address, headers: { authorization: 'Bearer svc_wrong' } }))
    for (let i = 0; i < 600; i++) expect((await wrong()).status).toBe(401)
    expect((await wrong()).status).toBe(429)
    expect((await wrong('203.0.113.8')).status).toBe(401)
    const right = await POST(requestFrom({ method: 'POST', headers: { authorization: 'Bearer svc_right' } }))
    expect(right.status).toBe(200)
    expect(right.headers.get('x-ratelimit-remaining')).toBe('599')
  })

  it('counts a right key by key, from wherever it comes', async () => {
    const from = (address: string) =>
      POST(requestFrom({ method: 'POST', address, headers: { authorization: 'Bearer svc_right' } }))
    await from('203.0.113.1')
    expect((await from('203.0.113.2')).headers.get('x-ratelimit-remaining')).toBe('598')
  })
})
