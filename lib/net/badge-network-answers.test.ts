import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  blocked,
  FETCHED_ADDRESS,
  fetchFrom,
  listenAsHost,
  networkTo,
  type Say,
  saying,
  unreachable,
} from '@/test/badges/badge-network-scene'
import { httpAnswer, jsonAnswer } from '@/test/network/tls-listener'

const DOCUMENT = '{"id":"did:web:issuer.example.com"}'
const BROKEN = unreachable('no connection, or an answer that broke off')
const TOO_LARGE = blocked('the document is too large')

describe('what answers otherwise', () => {
  const type = { 'content-type': 'application/json' }
  it.each([
    [
      'not there',
      httpAnswer('404 Not Found', { ...type, 'content-length': 2 }, '{}'),
      { kind: 'missing', status: 404 },
    ],
    ['gone', httpAnswer('410 Gone', { 'content-length': 0 }), { kind: 'missing', status: 410 }],
    ['nothing', httpAnswer('204 No Content', {}), { kind: 'missing', status: 204 }],
    [
      'a part',
      httpAnswer('206 Partial Content', { ...type, 'content-length': 2 }, '{}'),
      { kind: 'missing', status: 206 },
    ],
    ['turned away', httpAnswer('403 Forbidden', { 'content-length': 0 }), unreachable('the answer was status 403')],
    ['unknown', httpAnswer('401 Unauthorized', { 'content-length': 0 }), unreachable('the answer was status 401')],
    ['withheld', httpAnswer('451 Withheld', { 'content-length': 0 }), unreachable('the answer was status 451')],
    ['busy', httpAnswer('429 Too Many Requests', { 'content-length': 0 }), unreachable('the answer was status 429')],
    ['broken', httpAnswer('500 Oops', { 'content-length': 0 }), unreachable('the answer was status 500')],
    ['no type', httpAnswer('200 OK', { 'content-length': 2 }, '{}'), blocked('the answer is of another media type')],
    ['a page', jsonAnswer('<p>', { 'content-type': 'text/html' }), blocked('the answer is of another media type')],
    [
      'brotli',
      jsonAnswer('x', { 'content-encoding': 'br' }),
      blocked('the answer is encoded in another way than gzip'),
    ],
    [
      'gzip twice',
      jsonAnswer('x', { 'content-encoding': 'gzip, gzip' }),
      blocked('the answer is encoded in another way than gzip'),
    ],
    [
      'damaged gzip',
      jsonAnswer('x', { 'content-encoding': 'gzip' }),
      unreachable('the gzip encoding of the answer is damaged'),
    ],
    [
      'half a gzip',
      jsonAnswer(gzipSync(DOCUMENT).subarray(0, 20), { 'content-encoding': 'gzip' }),
      unreachable('the gzip encoding of the answer is damaged'),
    ],
    ['too long by its own word', jsonAnswer('x', { 'content-length': 65_537 }), TOO_LARGE],
    ['not HTTP', 'SSH-2.0-OpenSSH_9.2p1\r\n', BROKEN],
    ['HTTP/0.9', DOCUMENT, BROKEN],
    ['two lengths', jsonAnswer(DOCUMENT, { 'Content-Length': 3 }), BROKEN],
    ['a length and pieces', jsonAnswer('0\r\n\r\n', { 'transfer-encoding': 'chunked' }), BROKEN],
    ['a negative length', jsonAnswer('', { 'content-length': -1 }), BROKEN],
    ['an endless head', `HTTP/1.1 200 OK\r\n${'x-filler: yes\r\n'.repeat(2000)}\r\n`, BROKEN],
    ['a header with a NUL', httpAnswer('200 OK', { ...type, 'x-a': 'a\u0000b', 'content-length': 2 }, '{}'), BROKEN],
    ['bare line feeds', 'HTTP/1.1 200 OK\ncontent-type: application/json\ncontent-length: 2\n\n{}', BROKEN],
    ['interim answers without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100), BROKEN],
    ['another protocol', httpAnswer('101 Switching Protocols', { upgrade: 'h2c', connection: 'upgrade' }), BROKEN],
    ['a bad piece', httpAnswer('200 OK', { ...type, 'transfer-encoding': 'chunked' }, 'zz\r\n{}\r\n'), BROKEN],
  ])('%s', async (_, answer, outcome) => expect(await fetchFrom(answer)).toEqual(outcome))

  it.each([301, 302, 303, 307, 308, 304])('a redirect (%i) is not followed', async (status) => {
    const inside = await listenAsHost(saying(jsonAnswer(DOCUMENT)))
    const location = `https://127.0.0.1:${inside.port}/`
    const answer = httpAnswer(`${status} Elsewhere`, { location, 'content-length': 0 })
    expect(await fetchFrom(answer)).toEqual(blocked('the answer is a redirect'))
    expect(inside.connections).toBe(0)
  })

  it('an answer that breaks off before its length', async () => {
    const answer = jsonAnswer(DOCUMENT, { 'content-length': DOCUMENT.length + 1 })
    expect(await fetchFrom(answer, 'did', (socket) => socket.destroy())).toEqual(BROKEN)
    const half = httpAnswer(
      '200 OK',
      { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      'ff\r\n{}',
    )
    expect(await fetchFrom(half, 'did', (socket) => socket.end())).toEqual(BROKEN)
  })

  it('an answer that goes on after its length', async () => {
    const answer = Buffer.concat([jsonAnswer('{}'), Buffer.from('more that was never announced')])
    expect(await fetchFrom(answer)).toEqual(BROKEN)
  })

  it.each(['did', 'status_list'] as const)('an endless %s is cut off', async (kind) => {
    let written = 0
    const head = httpAnswer('200 OK', { 'content-type': 'application/json' })
    const flood = (socket: TLSSocket): void => {
      written += 64 * 1024
      socket.write('x'.repeat(64 * 1024), (error) => error ?? flood(socket))
    }
    expect(await fetchFrom(head, kind, flood)).toEqual(TOO_LARGE)
    // What stood in buffers on the way was written, too; it is bounded by them.
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })

  it('a gzip bomb ends at its limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const answer = jsonAnswer(bomb, { 'content-encoding': 'gzip' })
    expect(bomb.length).toBeLessThan(512 * 1024)
    expect([await fetchFrom(answer), await fetchFrom(answer, 'status_list')]).toEqual([TOO_LARGE, TOO_LARGE])
    const one = jsonAnswer(gzipSync(Buffer.alloc(64 * 1024 + 1)), { 'content-encoding': 'gzip' })
    expect(await fetchFrom(one)).toEqual(TOO_LARGE)
  })

  it.each<[string, Say]>([
    ['says nothing', () => undefined],
    ['stops in the head', saying('HTTP/1.1 200 OK\r\ncontent-type: appli')],
    ['stops in the body', saying(jsonAnswer('{', { 'content-length': 2 }))],
    [
      'drips',
      (socket) => {
        socket.write(jsonAnswer('', { 'content-length': 60_000 }))
        const drip = setInterval(() => socket.write('x'), 5)
        socket.on('close', () => clearInterval(drip))
      },
    ],
  ])('a server that %s: cut off when the time is over', async (_, say) => {
    const listener = await listenAsHost(say)
    const fetched = await networkTo(listener, { milliseconds: 300 }).fetchDocument(FETCHED_ADDRESS, 'did')
    expect(fetched).toEqual(unreachable('no whole answer in time'))
    await listener.closed()
  })

  it('nobody listens, or the name cannot be looked up in time or at all', async () => {
    const listener = await listenAsHost(saying(''))
    await listener.close()
    expect(await networkTo(listener).fetchDocument(FETCHED_ADDRESS, 'did')).toEqual(BROKEN)
    const unknown = unreachable('the host could not be looked up')
    const failing = () => Promise.reject(new Error('SERVFAIL'))
    expect(await networkTo(listener, { resolve: failing }).fetchDocument(FETCHED_ADDRESS, 'did')).toEqual(unknown)
    const empty = () => Promise.resolve([])
    expect(await networkTo(listener, { resolve: empty }).fetchDocument(FETCHED_ADDRESS, 'did')).toEqual(unknown)
    const hanging = { resolve: () => new Promise<string[]>(() => undefined), milliseconds: 20 }
    expect(await networkTo(listener, hanging).fetchDocument(FETCHED_ADDRESS, 'did')).toEqual(unknown)
  })
})
