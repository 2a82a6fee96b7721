import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal, expectSentence } from '@/test/server/expect-refusal'
import { ListenerFixture } from '@/test/server/listener-fixture'
import { rawRequest } from '@/test/server/raw-request'

let listener: ListenerFixture

afterEach(() => listener.stop())

describe('everything else under /api', () => {
  beforeEach(async () => {
    listener = await ListenerFixture.start()
  })
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
      expectSentence(await listener.send(`${method} ${path}`), 404)
    },
  )

  it.each(METHODS.filter((method) => method !== 'GET'))('%s on a GET path is 405 with allow', async (method) => {
    const answer = await listener.send(`${method} /api/verify/X`)
    expectSentence(answer, 405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  it('HEAD gets the headers of the refusal', async () => {
    expect(expectRefusal(await listener.send('HEAD /api/nothing'), 404).body).toBe('')
    expect(expectRefusal(await listener.send('HEAD /api/lookup'), 405).headers.allow).toBe('POST')
  })
})

describe('what is hardly HTTP', () => {
  it.each([
    ['an absolute target', 'GET http://localhost/api/verify/X HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['no host', 'GET /api/verify/X HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['an unknown method', 'FOO /api/verify/X HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['noise', '\x16\x03\x01\x02\x00\r\n\r\n', 400],
    ['two hosts', 'GET /api/verify/X HTTP/1.1\r\nhost: x\r\nHOST: y\r\nconnection: close\r\n\r\n', 400],
    ['the same host twice', 'GET /verify/X HTTP/1.1\r\nhost: x\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['a folded header', 'GET /api/verify/X HTTP/1.1\r\nhost: x\r\nx-a: b\r\n c\r\n\r\n', 400],
    ['a folded host', 'GET /api/verify/X HTTP/1.1\r\nhost: x\r\n\ty\r\n\r\n', 400],
    ['space before a colon', 'GET /api/verify/X HTTP/1.1\r\nhost : x\r\n\r\n', 400],
    ['NUL in a header', 'GET /api/verify/X HTTP/1.1\r\nhost: x\r\nx-a: a\0b\r\n\r\n', 400],
    ['bare line feeds', 'GET /api/verify/X HTTP/1.1\nhost: x\n\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a signed length', 'POST /api/lookup HTTP/1.1\r\nhost: x\r\ncontent-length: +1\r\n\r\nx', 400],
    [
      'the same length twice',
      'POST /api/lookup HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\nx',
      400,
    ],
    [
      'chunks twice',
      'POST /api/lookup HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ...['gzip, chunked', 'identity, chunked', 'x, chunked', ', chunked'].map((coding): [string, string, number] => [
      `chunks of another encoding: ${coding}`,
      `POST /api/lookup HTTP/1.1\r\nhost: x\r\ntransfer-encoding: ${coding}\r\n\r\n0\r\n\r\n`,
      400,
    ]),
    [
      'chunks of another encoding in a line of its own',
      'POST /api/lookup HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['another encoding', 'POST /api/lookup HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\n\r\n0\r\n\r\n', 400],
    [
      'chunks and length',
      'POST /api/lookup HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 1\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'large chunk extensions',
      `POST /api/lookup HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\nx\r\n`,
      413,
    ],
    ['a target of 9 kB', `GET /api/verify?${'a&'.repeat(4500)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, 414],
    ['a page of 60 kB', `GET /?${'a&'.repeat(30_000)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, 414],
    [
      'a query of 9 kB after a serial',
      `GET /verify/X?${'a&'.repeat(4500)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      414,
    ],
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
    listener = await ListenerFixture.start()
    expectSentence(await rawRequest(listener.port, text), status)
  })

  it('a head with two hosts is the last of its connection', async () => {
    listener = await ListenerFixture.start()
    const answer = await rawRequest(
      listener.port,
      'GET /api/verify/X HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\nGET /api/verify/Y HTTP/1.1\r\nhost: x\r\n\r\n',
    )
    expectSentence(answer, 400)
    expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('a serial that is far too long is one that nobody has', async () => {
    listener = await ListenerFixture.start()
    const answer = await rawRequest(
      listener.port,
      `GET /verify/${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    )
    expect(answer.status).toBe(200) // the route's own answer: whether there is such a certificate is its business
  })

  it.each(['websocket', 'h2c', 'TLS/1.0', 'x'])(
    'an upgrade to %s is answered as if it were not there',
    async (name) => {
      listener = await ListenerFixture.start()
      const answer = await rawRequest(
        listener.port,
        `GET /api/verify/X HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: ${name}\r\n\r\n`,
      )
      expect(answer.status).toBe(200)
      expect(answer.headers.connection).toBe('close')
    },
  )

  it('a head that lay there unread is not late, however long the turn of the event loop before it', async () => {
    const headersTimeoutMs = 100
    listener = await ListenerFixture.start({}, { headersTimeoutMs })
    const accepted = once(listener.server, 'connection')
    const client = connect(listener.port, '127.0.0.1')
    await Promise.all([once(client, 'connect'), accepted])
    client.write('GET /api/verify/X HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    for (const began = performance.now(); performance.now() - began < 4 * headersTimeoutMs;);
    const [answer] = (await once(client, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
    client.destroy()
  })

  it('a client that never finishes its headers is told so and closed', async () => {
    listener = await ListenerFixture.start({}, { headersTimeoutMs: 100 })
    expectSentence(await rawRequest(listener.port, 'GET /api/verify/X HTTP/1.1\r\nhost: x\r\n'), 408)
  })
})
