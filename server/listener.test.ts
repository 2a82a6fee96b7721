import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { IncomingMessage, Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseEnv, setEnv } from '@/lib/env'
import { endpoint } from '@/lib/http/endpoint'
import { loadReach } from '@/lib/http/reach'
import { endShutdown } from '@/lib/http/shutdown'
import { MemoryRateCounter } from '@/lib/store/memory-rate-counter'
import { setRateCounter } from '@/lib/store/open-rate-counter'
import { gracefulClose } from './graceful-close'
import { createListener } from './listener'
import { rawRequest } from './raw-request'
import { route } from './routes'

const answerShape = z.object({ success: z.literal(true), value: z.string(), address: z.string() })
const GET = endpoint({ group: 'verify', params: z.object({ serial: z.string() }), response: answerShape }, (input) => ({
  success: true as const,
  value: `${input.request.method} ${input.request.url} ${input.params.serial}`,
  address: input.address,
}))
const POST = endpoint(
  { body: { maxBytes: 1 << 20, shape: z.object({ value: z.string() }) }, response: answerShape },
  ({ body, address }) => ({ success: true as const, value: String(body.value.length), address }),
)

let release: () => void
let aborted: Promise<unknown>
let pagesSeen: IncomingMessage[]
let server: Server
let closeServer: (patienceMs?: number) => Promise<void>
let port: number

async function start(variables: Record<string, string> = {}, options: { headersTimeoutMs?: number } = {}) {
  setEnv(parseEnv({ NODE_ENV: 'test', TRUSTED_PROXIES: '127.0.0.0/8', ...variables }))
  const gate = new Promise<void>((resolve) => (release = resolve))
  let abort: (value: unknown) => void
  aborted = new Promise((resolve) => (abort = resolve))
  const slow = async () => {
    await gate
    return new Response('done')
  }
  const stream = () =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65536)), cancel: () => abort(1) }),
    )
  server = createListener({
    ...options,
    routes: [
      route('/api/verify/:serial', { GET }),
      route('/api/lookup', { POST }),
      route('/api/slow', { GET: slow }),
      route('/api/stream', { GET: stream }),
      route('/api/broken', { GET: () => Promise.reject(new Error('secret')) }),
      route('/api/health/live', { GET: endpoint({}, () => new Response('live')) }),
      route('/verify/:serial', { GET: () => Promise.resolve(new Response('<p>page</p>')) }),
    ],
    pages: (request, response) => {
      pagesSeen.push(request)
      response.end('from Next')
      return Promise.resolve()
    },
  })
  closeServer = gracefulClose(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
}

beforeEach(async () => {
  pagesSeen = []
  endShutdown()
  setRateCounter(new MemoryRateCounter())
  await loadReach(parseEnv({}))
})
afterEach(async () => {
  release()
  await closeServer(0)
  endShutdown()
})

const send = (line: string, headers = '', body = '') =>
  rawRequest(port, `${line} HTTP/1.1\r\nhost: localhost:3000\r\nconnection: close\r\n${headers}\r\n${body}`)

function expectRefusal(answer: Awaited<ReturnType<typeof send>>, status: number) {
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.text.toLowerCase()).not.toContain('access-control')
  return answer
}

function expectSentence(answer: Awaited<ReturnType<typeof send>>, status: number) {
  const body = JSON.parse(expectRefusal(answer, status).body) as { success: boolean; error: string }
  expect(body.success).toBe(false)
  expect(body.error).toMatch(/\.$/)
}

describe('our own routes', () => {
  beforeEach(() => start())

  it('get a Request with the address of BASE_URL, and parameters decoded once', async () => {
    const answer = await send('GET /api/verify/AB%2F12%2520?x=1', 'x-forwarded-for: 203.0.113.9\r\n')
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toEqual({
      success: true,
      value: 'GET http://localhost:3000/api/verify/AB%2F12%2520?x=1 AB/12%20',
      address: '203.0.113.9',
    })
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body))
  })

  it('answer HEAD with the headers of GET and nothing else', async () => {
    const answer = await send('HEAD /api/verify/AB12')
    expect(answer.status).toBe(200)
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(50)
    expect(answer.body).toBe('')
    expect((await send('HEAD /api/stream')).body).toBe('')
  })

  it.each(['😀'.repeat(200), 'x'.repeat(10_000), 'é'.repeat(5_000)])(
    'take long and strange segments',
    async (serial) => {
      expect((await send(`GET /api/verify/${encodeURIComponent(serial)}`)).status).toBe(200)
    },
  )

  it('read a body, in chunks or in one piece', async () => {
    const body = JSON.stringify({ value: 'x'.repeat(500_000) })
    const whole = await send('POST /api/lookup', `content-length: ${body.length}\r\n`, body)
    expect(JSON.parse(whole.body)).toMatchObject({ value: '500000' })
    const chunk = body.length.toString(16)
    const chunked = await send('POST /api/lookup', 'transfer-encoding: chunked\r\n', `${chunk}\r\n${body}\r\n0\r\n\r\n`)
    expect(JSON.parse(chunked.body)).toMatchObject({ value: '500000' })
  })

  it('refuse an endless upload in words, and stop reading it', async () => {
    const announced = await send('POST /api/lookup', 'content-length: 99999999999\r\n', 'x'.repeat(100_000))
    expectSentence(announced, 413)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const chunked = await send('POST /api/lookup', 'transfer-encoding: chunked\r\n', chunk.repeat(20))
    expectSentence(chunked, 413)
    expect(chunked.headers.connection).toBe('close')
  })

  it('say nothing of a handler that throws', async () => {
    const answer = await send('GET /api/broken')
    expectSentence(answer, 503)
    expect(answer.text).not.toContain('secret')
  })

  it('stop a stream when the caller goes away', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /api/stream HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
    expect(await aborted).toBe(1)
  })

  it('let exactly the limit pass under fifty connections', async () => {
    const statuses: number[] = []
    const worker = async () => {
      for (let i = 0; i < 6; i++)
        statuses.push((await send('GET /api/verify/X', 'x-forwarded-for: 203.0.113.50\r\n')).status)
    }
    await Promise.all(Array.from({ length: 50 }, worker))
    expect(statuses.filter((status) => status === 200)).toHaveLength(240)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60)
  })
})

describe('everything else under /api', () => {
  beforeEach(() => start())
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
  const UNKNOWN = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api//x',
    '/api/%ZZ',
    '/api/%00',
    '/api/../x',
    '/%61pi/x',
    '//api/x',
    '/api/verify',
    '/api/verify/',
    '/api/verify/X/',
  ]

  it.each(METHODS.flatMap((method) => UNKNOWN.map((path) => [method, path])))(
    '%s %s is 404 in JSON',
    async (method, path) => {
      expectSentence(await send(`${method} ${path}`), 404)
      expect(pagesSeen).toEqual([])
    },
  )

  it.each(METHODS.filter((method) => method !== 'GET'))('%s on a GET path is 405 with allow', async (method) => {
    const answer = await send(`${method} /api/verify/X`)
    expectSentence(answer, 405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  it('HEAD gets the headers of the refusal', async () => {
    expect(expectRefusal(await send('HEAD /api/nothing'), 404).body).toBe('')
    expect(expectRefusal(await send('HEAD /api/lookup'), 405).headers.allow).toBe('POST')
  })
})

describe('what is hardly HTTP', () => {
  it.each([
    ['an absolute target', 'GET http://localhost/api/verify/X HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['no host', 'GET /api/verify/X HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['an unknown method', 'FOO /api/verify/X HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['noise', '\x16\x03\x01\x02\x00\r\n\r\n', 400],
    ['two lengths', 'POST /api/lookup HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 400],
    [
      'length and chunks',
      'POST /api/lookup HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\nx',
      400,
    ],
    ['CONNECT', 'CONNECT elsewhere:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405],
    ['large headers', `GET /api/verify/X HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['an expectation', 'GET /api/nothing HTTP/1.1\r\nhost: x\r\nexpect: magic\r\nconnection: close\r\n\r\n', 404],
  ])('%s is refused in JSON', async (_, text, status) => {
    await start()
    expectSentence(await rawRequest(port, text), status)
  })

  it('a client that never finishes its headers is told so and closed', async () => {
    await start({}, { headersTimeoutMs: 100 })
    expectSentence(await rawRequest(port, 'GET /api/verify/X HTTP/1.1\r\nhost: x\r\n'), 408)
  })
})

describe('pages', () => {
  beforeEach(() => start())

  it('go to Next with a policy, the caller and nothing that a client made up', async () => {
    const forged =
      'x-middleware-subrequest: a\r\nx-nextjs-data: 1\r\nx-forwarded-host: evil\r\nx-internal-address: 6.6.6.6\r\n'
    const answer = await send(
      'GET /issuers?q=1',
      `${forged}content-security-policy: x\r\nx-forwarded-for: 6.6.6.6, 203.0.113.9\r\n`,
    )
    expect(answer.status).toBe(200)
    const { headers, url } = pagesSeen[0] ?? { headers: {}, url: '' }
    expect(url).toBe('/issuers?q=1')
    expect(headers['x-internal-address']).toBe('203.0.113.9')
    expect(headers['x-forwarded-for']).toBe('203.0.113.9')
    for (const name of ['x-middleware-subrequest', 'x-nextjs-data', 'x-forwarded-host'])
      expect(headers[name]).toBeUndefined()
    expect(headers['content-security-policy']).toBe(answer.headers['content-security-policy'])
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='/)
    expect(answer.headers['permissions-policy']).toContain('camera=(self)')
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  it.each(['//evil.example', '/verify/%ZZ', '/..%2f', '/\\evil.example', '/a/../b'])(
    '%s never reaches Next as it is',
    async (path) => {
      const answer = await send(`GET ${path}`)
      expect(answer.status).toBe(200)
      expect(pagesSeen.map((page) => page.url)).toEqual([path === '/..%2f' ? '/..%2f' : '/_not-found'])
      expect(answer.headers.location).toBeUndefined()
    },
  )

  it('answer TRACE and its like in JSON', async () => {
    expectSentence(await send('TRACE /issuers'), 405)
    expectSentence(await send('DELETE /verify/X'), 405)
    expect(pagesSeen).toEqual([])
  })
})

describe('in production behind https', () => {
  beforeEach(() => start({ NODE_ENV: 'production', BASE_URL: 'https://verify.example.org' }))
  const from = (path: string, host: string, more = '') =>
    rawRequest(port, `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${more}\r\n`)

  it.each(['verify.example.org', 'VERIFY.example.org:443'])('serves %s, with HSTS', async (host) => {
    const answer = await from('/api/verify/X', host, 'x-forwarded-proto: https\r\n')
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it.each(['evil.example', 'verify.example.org.evil.example', 'verify.example.org:8443', ''])(
    'refuses the host "%s"',
    async (host) => {
      expectSentence(await from('/api/verify/X', host), 400)
      expectSentence(await from('/api/verify/X', host, 'x-forwarded-proto: http\r\n'), 400)
    },
  )

  it('sends plain http to BASE_URL, without HSTS', async () => {
    const answer = await from('/verify/A%2F1?x=1', 'verify.example.org', 'x-forwarded-proto: http\r\n')
    expect(answer.status).toBe(308)
    expect(answer.headers.location).toBe('https://verify.example.org/verify/A%2F1?x=1')
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  })

  it('leaves health alone', async () => {
    expect((await from('/api/health/live', '10.0.0.1', 'x-forwarded-proto: http\r\n')).status).toBe(200)
  })
})

describe('closing', () => {
  it('cuts what takes too long', async () => {
    await start()
    const request = once(server, 'request')
    const inFlight = rawRequest(port, 'GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await request
    await closeServer(50)
    expect((await inFlight).text).toBe('')
  })

  it('finishes what is in flight, closes kept connections and takes no new ones', async () => {
    await start()
    const idle = connect(port, '127.0.0.1')
    await once(idle, 'connect')
    const idleClosed = once(idle, 'close')
    const request = once(server, 'request')
    const inFlight = rawRequest(port, 'GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await request
    const closed = closeServer()
    release()
    const answer = await inFlight
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('done')
    idle.resume()
    await Promise.all([closed, idleClosed])
    await expect(rawRequest(port, 'GET / HTTP/1.1\r\n\r\n')).rejects.toThrow(/ECONNREFUSED/)
  })
})
