import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { loadReach } from './limits/reach'
import { htmlResponse, pageEndpoint } from './page-endpoint'
import { withPeerAddress } from './request-context'

const GET = pageEndpoint(
  { group: 'verify', headers: { 'x-robots-tag': 'noindex' } },
  ({ params, nonce }) => {
    if (params.serial === 'broken') throw new Error('secret')
    if (params.serial === 'unknown') throw new ServiceError('not_found', 'No such certificate.')
    return htmlResponse(200, `<p>${nonce}</p>`)
  },
  (error, _input, rate) => `<p>${error.message} ${rate?.remaining}</p>`,
)
const ask = (serial: string) =>
  GET(withPeerAddress(new Request(`http://localhost/verify/${serial}`), '203.0.113.7'), {
    params: Promise.resolve({ serial }),
  })

beforeEach(async () => {
  // No minute ends while a busy machine is still counting within it.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  setEnv(parseEnv({ NODE_ENV: 'test' }))
  setRateCounter(new MemoryRateCounter())
  await loadReach(parseEnv({}))
})

afterEach(() => void vi.useRealTimers())

describe('pageEndpoint', () => {
  it('answers HTML with a policy that carries the nonce, and rate headers', async () => {
    const response = await ask('x')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /<p>(.*)<\/p>/.exec(await response.text())?.[1]
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(response.headers.get('x-ratelimit-limit')).toBe('240')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('renders refusals, and 503 with retry-after for our own failures', async () => {
    const unknown = await ask('unknown')
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toBe('<p>No such certificate. 239</p>')
    const broken = await ask('broken')
    expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await broken.text()).not.toContain('secret')
  })

  it('answers 429 from the 241st, as HTML with all headers', async () => {
    for (let i = 0; i < 240; i++) await ask('x')
    const response = await ask('x')
    expect(response.status).toBe(429)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '60',
      'x-ratelimit-remaining': '0',
      'x-robots-tag': 'noindex',
    })
  })
})
