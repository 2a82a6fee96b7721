import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectSentence } from '@/test/server/expect-refusal'
import { ListenerFixture } from '@/test/server/listener-fixture'

let listener: ListenerFixture

afterEach(() => listener.stop())

describe('our own routes', () => {
  beforeEach(async () => {
    listener = await ListenerFixture.start()
  })

  it('get a Request with the address of BASE_URL, and parameters decoded once', async () => {
    const answer = await listener.send('GET /api/verify/AB%2F12%2520?x=1', 'x-forwarded-for: 203.0.113.9\r\n')
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toEqual({
      success: true,
      value: 'GET http://localhost:3000/api/verify/AB%2F12%2520?x=1 AB/12%20',
      address: '203.0.113.9',
    })
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body))
  })

  it('answer HEAD with the headers of GET and nothing else', async () => {
    const answer = await listener.send('HEAD /api/verify/AB12')
    expect(answer.status).toBe(200)
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(50)
    expect(answer.body).toBe('')
    expect((await listener.send('HEAD /api/stream')).body).toBe('')
  })

  it('name no length to HEAD where the body was not made', async () => {
    const answer = await listener.send('HEAD /api/empty')
    expect([answer.status, answer.headers['content-length']]).toEqual([200, undefined])
    expect((await listener.send('GET /api/empty')).headers['content-length']).toBe('0')
  })

  it.each(['😀'.repeat(200), 'x'.repeat(10_000), 'é'.repeat(5_000)])(
    'take long and strange segments',
    async (serial) => {
      expect((await listener.send(`GET /api/verify/${encodeURIComponent(serial)}`)).status).toBe(200)
    },
  )

  it('read a body, in chunks or in one piece', async () => {
    const body = JSON.stringify({ value: 'x'.repeat(500_000) })
    const whole = await listener.send('POST /api/lookup', `content-length: ${body.length}\r\n`, body)
    expect(JSON.parse(whole.body)).toMatchObject({ value: '500000' })
    const chunk = body.length.toString(16)
    const chunked = await listener.send(
      'POST /api/lookup',
      'transfer-encoding: chunked\r\n',
      `${chunk}\r\n${body}\r\n0\r\n\r\n`,
    )
    expect(JSON.parse(chunked.body)).toMatchObject({ value: '500000' })
  })

  it('refuse an endless upload in words, and stop reading it', async () => {
    const announced = await listener.send('POST /api/lookup', 'content-length: 99999999999\r\n', 'x'.repeat(100_000))
    expectSentence(announced, 413)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const chunked = await listener.send('POST /api/lookup', 'transfer-encoding: chunked\r\n', chunk.repeat(20))
    expectSentence(chunked, 413)
    expect(chunked.headers.connection).toBe('close')
  })

  it('say nothing of a handler that throws', async () => {
    const answer = await listener.send('GET /api/broken')
    expectSentence(answer, 503)
    expect(answer.text).not.toContain('secret')
  })

  it('stop a stream when the caller goes away', async () => {
    const socket = connect(listener.port, '127.0.0.1')
    socket.write('GET /api/stream HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
    expect(await listener.aborted).toBeUndefined()
  })

  it('let exactly the limit pass under fifty connections', async () => {
    const statuses: number[] = []
    const worker = async () => {
      for (let i = 0; i < 6; i++)
        statuses.push((await listener.send('GET /api/verify/X', 'x-forwarded-for: 203.0.113.50\r\n')).status)
    }
    await Promise.all(Array.from({ length: 50 }, worker))
    expect(statuses.filter((status) => status === 200)).toHaveLength(240)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60)
  })
})

describe('pages', () => {
  beforeEach(async () => {
    listener = await ListenerFixture.start()
  })

  it('are given nothing that a client made up', async () => {
    const forged =
      'x-middleware-subrequest: a\r\nx-nextjs-data: 1\r\nx-forwarded-host: evil\r\nx-internal-address: 6.6.6.6\r\n'
    const answer = await listener.send('GET /issuers?q=1', forged)
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('nothing at http://localhost:3000/issuers?q=1')
  })

  it.each(['//evil.example', '/verify/%ZZ', '/\\evil.example', '/a/../b'])(
    '%s is a page that says there is nothing, and is repeated nowhere',
    async (path) => {
      const answer = await listener.send(`GET ${path}`)
      expect(answer.status).toBe(404)
      expect(answer.body).toContain('nothing at http://localhost:3000/')
      expect(answer.text).not.toContain(path)
      expect(answer.headers.location).toBeUndefined()
    },
  )

  it.each([
    ['/verify/X/', '/verify/X'],
    ['/verify/X/?a=/b/', '/verify/X?a=/b/'],
    ['/verify/A%2FB/', '/verify/A%2FB'],
    ['//verify/X/', '/verify/X'],
    ['/verify//X', '/verify/X'],
    ['/verify/X//', '/verify/X'],
    ['//verify//A%2FB//?a=//b', '/verify/A%2FB?a=//b'],
  ])('%s is led to %s', async (path, location) => {
    const answer = await listener.send(`GET ${path}`)
    expect(answer.status).toBe(308)
    expect(answer.headers.location).toBe(location)
  })

  it.each(['/', '/nothing/', '/verify/', '/api/verify/X/', '//api/verify/X', '/api//verify/X', '//nothing//'])(
    '%s is led nowhere',
    async (path) => expect((await listener.send(`GET ${path}`)).headers.location).toBeUndefined(),
  )

  it.each([
    ...['//evil.example', '//evil.example/', '///evil.example//verify/X', '//evil.example/verify/X'],
    ...['//evil.example%2Fverify/X', '/%2F/evil.example', '//@evil.example/verify//X', '//evil.example\\/verify/X'],
    ...[
      '//evil.example?/verify/X',
      '//verify/X/..//evil.example',
      '//verify//%2E%2E/X',
      '//nothing/X%00/',
      '//verify:X/',
    ],
  ])('%s is led to no other host', async (path) => {
    const answer = await listener.send(`GET ${path}`)
    expect([answer.status, answer.headers.location]).toEqual([404, undefined])
  })

  it('a form is led nowhere', async () => {
    expect((await listener.send('POST //verify//X')).headers.location).toBeUndefined()
  })

  it('answer TRACE and its like in JSON', async () => {
    expectSentence(await listener.send('TRACE /issuers'), 405)
    expectSentence(await listener.send('DELETE /verify/X'), 405)
  })

  it.each(['/_next/image?url=%2Ficon.svg&w=64&q=75', '/_next/data/x/index.json', '/_next/static/x.js', '/_next'])(
    'of a framework are none: %s',
    async (path) => expect((await listener.send(`GET ${path}`)).status).toBe(404),
  )

  it('take no action of a framework', async () => {
    const headers = 'next-action: 00\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n'
    expect((await listener.send('POST /', headers, '[]')).status).toBe(404)
  })
})
