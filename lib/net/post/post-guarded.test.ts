import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { GuardedFetchOptions } from '@/lib/net/fetch-guarded'
import {
  blocked,
  FETCHED_HOST,
  fetchedAuthority,
  listenAsHost,
  PATIENCE_MS,
  type Say,
  saying,
  unreachable,
} from '@/test/badges/badge-network-scene'
import { makeTlsCertificate } from '@/test/network/tls-certificate'
import { httpAnswer, listenTls } from '@/test/network/tls-listener'
import { postGuarded } from './post-guarded'

const ADDRESS = `https://${FETCHED_HOST}/certificates`
const BROKEN = unreachable('no connection, or an answer that broke off')
const LATE = unreachable('no whole answer in time')

/** Sends a message to a host that leads to loopback, which counts as public. */
function post(port: number, options: GuardedFetchOptions = {}) {
  return postGuarded(
    ADDRESS,
    '{}',
    { 'webhook-id': 'one' },
    {
      resolve: () => Promise.resolve(['127.0.0.1']),
      isPublic: (address) => address === '127.0.0.1',
      ...{ port, ca: fetchedAuthority.certificate, milliseconds: PATIENCE_MS },
      ...options,
    },
  )
}

/** What a receiver's answer comes to, once our end of its connection is closed. */
async function answerOf(say: Say, options: GuardedFetchOptions = {}) {
  const listener = await listenAsHost(say)
  const answer = await post(listener.port, options)
  await listener.closed()
  expect(listener.connections).toBe(1)
  return answer
}

const status = (of: number) => expect.objectContaining({ kind: 'answered', status: of }) as unknown

describe('a receiver that answers', () => {
  const length = { 'content-length': 2 }
  it.each<[string, Uint8Array | string, unknown]>([
    ['as it should', httpAnswer('204 No Content', {}), status(204)],
    ['with a body', httpAnswer('200 OK', length, 'ok'), status(200)],
    ['that there is nothing', httpAnswer('404 Not Found', length, 'no'), status(404)],
    ['that it wants no more', httpAnswer('410 Gone', length, 'no'), status(410)],
    ['to come again in years', httpAnswer('429 Wait', { ...length, 'retry-after': 9_999_999_999 }, 'no'), status(429)],
    ['to come again before', httpAnswer('503 Wait', { ...length, 'retry-after': -1 }, 'no'), status(503)],
    [
      'early hints first',
      `HTTP/1.1 103 Early Hints\r\n\r\n${httpAnswer('200 OK', length, 'ok').toString()}`,
      status(200),
    ],
    ['interim answers without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100), BROKEN],
    ['to go on without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100), BROKEN],
    ['another protocol', httpAnswer('101 Switching Protocols', { upgrade: 'h2c', connection: 'upgrade' }), BROKEN],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x-filler: yes\r\n'.repeat(2000)}\r\n`, BROKEN],
    ['one header without end', `HTTP/1.1 200 OK\r\nx-filler: ${'x'.repeat(100_000)}`, BROKEN],
    ['HTTP/0.9', 'delivered', BROKEN],
    ['something that is not HTTP', 'SSH-2.0-OpenSSH_9.2p1\r\n', BROKEN],
    ['a status that is none', httpAnswer('2xx OK', {}), BROKEN],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', BROKEN],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', BROKEN],
    ['a negative status', 'HTTP/1.1 -200 OK\r\n\r\n', BROKEN],
    ['a version that is none', 'HTTP/9.9 200 OK\r\n\r\n', BROKEN],
    ['HTTP/2 in words', 'HTTP/2 200\r\n\r\n', BROKEN],
    ['a request', 'POST /api HTTP/1.1\r\nhost: x\r\n\r\n', BROKEN],
    ['bare line feeds', 'HTTP/1.1 200 OK\ncontent-length: 0\n\n', BROKEN],
    ['a negative length', httpAnswer('200 OK', { 'content-length': -1 }), BROKEN],
    ['a length beyond all numbers', httpAnswer('200 OK', { 'content-length': '9'.repeat(40) }), BROKEN],
    ['a length and pieces', httpAnswer('200 OK', { ...length, 'transfer-encoding': 'chunked' }, 'ok'), BROKEN],
    ['with an old version', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', status(200)],
    ['twice', 'HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', status(500)],
    ['a header with a NUL', httpAnswer('200 OK', { 'x-a': 'a\u0000b' }), BROKEN],
    ['two lengths', httpAnswer('200 OK', { 'content-length': 2, 'Content-Length': 3 }, 'ok'), BROKEN],
  ])('%s', async (_what, answer, expected) => expect(await answerOf(saying(answer))).toEqual(expected))

  it.each<[string, Uint8Array | string]>([
    ['breaks off before its length', httpAnswer('200 OK', { 'content-length': 3 }, 'ok')],
    ['breaks off in a piece', httpAnswer('200 OK', { 'transfer-encoding': 'chunked' }, 'ff\r\nok')],
    ['has a piece that is none', httpAnswer('200 OK', { 'transfer-encoding': 'chunked' }, 'zz\r\nok')],
    ['goes on after its length', httpAnswer('200 OK', { 'content-length': 1 }, 'ok, and more')],
    ['is no gzip, as it says', httpAnswer('200 OK', { 'content-encoding': 'gzip', 'content-length': 2 }, 'ok')],
  ])('has taken the message, though its body %s', async (_what, answer) => {
    expect(await answerOf((socket) => socket.end(answer))).toEqual(status(200))
  })

  it('has taken the message, though its body never ends, and is left after a moment', async () => {
    const head = httpAnswer('200 OK', {})
    const bodies: Say[] = [
      // Nothing, a part, a byte now and then, more than is read, and the same packed.
      saying(head),
      saying(httpAnswer('200 OK', { 'content-length': 9 }, 'ok')),
      (socket) => {
        socket.write(head)
        const drip = setInterval(() => socket.write('x'), 5)
        socket.on('close', () => clearInterval(drip))
      },
      saying(httpAnswer('200 OK', {}, 'x'.repeat(1_000_000))),
      saying(httpAnswer('200 OK', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(64 * 1024 * 1024)))),
    ]
    const answers = await Promise.all(bodies.map((say) => answerOf(say)))
    expect(answers).toEqual(bodies.map(() => status(200)))
    for (const answer of answers)
      expect(answer).toHaveProperty(
        'body.length',
        expect.toSatisfy((n: number) => n <= 4096),
      )
  })

  it.each([301, 302, 303, 307, 308])('with a redirect (%i) is not followed', async (code) => {
    const inside = await listenAsHost(saying(httpAnswer('200 OK', {})))
    for (const location of [
      `https://127.0.0.1:${inside.port}/`,
      'http://169.254.169.254/latest/',
      `//[::1]:${inside.port}/`,
    ]) {
      const answer = httpAnswer(`${code} Elsewhere`, { location, 'content-length': 0 })
      expect(await answerOf(saying(answer))).toEqual(status(code))
    }
    expect(inside.connections).toBe(0)
  })
})

describe('a receiver that does not answer', () => {
  it.each<[string, Say, unknown]>([
    ['resets the connection once it has the message', (socket) => socket.destroy(), BROKEN],
    ['closes it', (socket) => socket.end(), BROKEN],
    ['says nothing', () => undefined, LATE],
    ['stops in the head', saying('HTTP/1.1 200 OK\r\nserver: x'), LATE],
    [
      'says a byte of its head now and then',
      (socket) => {
        const head = httpAnswer('200 OK', { 'x-filler': 'x'.repeat(10_000) }).toString()
        let said = 0
        const drip = setInterval(() => socket.write(head.charAt(said++)), 5)
        socket.on('close', () => clearInterval(drip))
      },
      LATE,
    ],
    ['sends interim answers, a few', saying('HTTP/1.1 102 Processing\r\n\r\n'.repeat(3)), LATE],
  ])('%s', async (_what, say, expected) => {
    expect(await answerOf(say, expected === LATE ? { milliseconds: 300 } : {})).toEqual(expected)
  })

  it.each([
    ['nothing', ''],
    ['half a record', '\u0016\u0003\u0003'],
  ])('says %s in the handshake', async (_what, said) => {
    const closed: Promise<unknown>[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      closed.push(new Promise((resolve) => socket.on('close', resolve)))
      socket.resume().write(Buffer.from(said, 'latin1'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    expect(await post((server.address() as AddressInfo).port, { milliseconds: 300 })).toEqual(LATE)
    await Promise.all(closed)
    server.close()
  })
})

describe('a receiver that makes TLS dear', () => {
  it.each([
    ['a group of its own', { maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256', dhparam: 'auto' }],
    ['a large group', { minVersion: 'TLSv1.3', ecdhCurve: 'ffdhe8192' }],
    ['a slow curve', { minVersion: 'TLSv1.3', ecdhCurve: 'P-521' }],
  ] as const)('by %s is not spoken to', async (_what, tls) => {
    const rsa = makeTlsCertificate(fetchedAuthority, [FETCHED_HOST], { rsa: true })
    const listener = await listenAsHost(saying(httpAnswer('204 No Content', {})), rsa, tls)
    expect(await post(listener.port)).toEqual(BROKEN)
  })

  it('by one handshake after another gets one', async () => {
    let more = 0
    const shakeAgain: Say = (socket) => {
      if (more === 20) return void socket.end(httpAnswer('204 No Content', {}))
      socket.renegotiate({}, (error) => {
        if (error) return socket.destroy()
        more++
        shakeAgain(socket, '')
      })
    }
    const listener = await listenAsHost(shakeAgain, undefined, { maxVersion: 'TLSv1.2' })
    expect([(await post(listener.port)).kind, more]).toEqual(['unreachable', 0])
  })
})

describe('a receiver whose name', () => {
  it.each([
    [['127.0.0.1']],
    [['169.254.169.254']],
    [['100.100.100.200']],
    [['168.63.129.16']],
    [['::1']],
    [['::']],
    [['fd00:ec2::254']],
    [['fe80::1']],
    [['::ffff:127.0.0.1']],
    [['::ffff:a9fe:a9fe']],
    [['0:0:0:0:0:ffff:7f00:1']],
    [['::127.0.0.1']],
    [['::ffff:0:127.0.0.1']],
    [['64:ff9b::169.254.169.254']],
    [['64:ff9b:1::127.0.0.1']],
    [['2002:7f00:1::']],
    [['2001:0::7f00:1']],
    [['93.184.216.34', '::ffff:10.0.0.1']],
  ])('leads to %j is told nothing', async (answers) => {
    const inside = await listenAsHost(saying(httpAnswer('200 OK', {})))
    const door = { resolve: () => Promise.resolve(answers), port: inside.port, ca: fetchedAuthority.certificate }
    expect(await postGuarded(ADDRESS, '{}', {}, door)).toEqual(
      blocked('the host does not lead to public addresses only'),
    )
    expect(inside.connections).toBe(0)
  })

  it('leads elsewhere between the check and the connection, or at the next message, is told nothing there', async () => {
    const certificate = makeTlsCertificate(fetchedAuthority, [FETCHED_HOST])
    const outside = await listenAsHost(saying(httpAnswer('204 No Content', {})), certificate)
    const inside = await listenTls(certificate, saying(httpAnswer('204 No Content', {})), {
      address: '127.0.0.2',
      port: outside.port,
    })
    let asked = 0
    const resolve = () => Promise.resolve([++asked === 1 ? '127.0.0.1' : '127.0.0.2'])
    try {
      expect(await post(outside.port, { resolve })).toEqual(status(204))
      expect((await post(outside.port, { resolve })).kind).toBe('blocked')
      expect([asked, outside.connections, inside.connections]).toEqual([2, 1, 0])
    } finally {
      await inside.close()
    }
  })
})
