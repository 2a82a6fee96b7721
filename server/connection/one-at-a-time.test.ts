import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ListenerFixture } from '@/test/server/listener-fixture'

let listener: ListenerFixture

beforeEach(async () => {
  listener = await ListenerFixture.start({}, { places: { most: 4 } })
})
afterEach(() => listener.stop())

const get = (path: string, address = '203.0.113.1') =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`
const ask = (address: string) => listener.send('GET /api/verify/X', `x-forwarded-for: ${address}\r\n`)

/** A client that sends as it likes. */
function open() {
  const socket = connect(listener.port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  return {
    socket,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    text: () => text,
  }
}

/** Settles once a place of this address is free. */
const freed = (address: string) => expect.poll(() => ask(address).then(({ status }) => status)).toBe(200)

describe('requests of one connection', () => {
  it.each([60, 500])('%i of one packet are answered one by one, in their order', async (count) => {
    const client = open()
    client.socket.write(Array.from({ length: count }, (_, at) => get(`/nothing/${at}`)).join(''))
    await expect.poll(() => client.statuses().length).toBe(count)
    expect(new Set(client.statuses())).toEqual(new Set(['404']))
    const order = [...client.text().matchAll(/nothing\/(\d+)/g)].map(([, at]) => Number(at))
    expect(order).toEqual(order.map((_, at) => at))
    client.socket.destroy()
  })

  it('take one place together, whatever waits', async () => {
    const request = once(listener.server, 'request')
    const client = open()
    client.socket.write(get('/api/slow').repeat(60))
    await request
    expect((await ask('203.0.113.1')).status).toBe(200)
    listener.release()
    await expect.poll(() => client.statuses().length).toBe(60)
    client.socket.destroy()
  })

  it('far too many end their connection', async () => {
    const client = open()
    const closed = once(client.socket, 'close')
    client.socket.write(get('/api/slow') + 'GET / HTTP/1.1\r\nhost:x\r\n\r\n'.repeat(2000))
    await closed
    await freed('203.0.113.1')
  })

  it('leave nothing on their connection, however often some wait', async () => {
    const connection = once(listener.server, 'connection')
    const client = open()
    const [socket] = (await connection) as [Socket]
    const counts = []
    for (const round of Array.from({ length: 20 }, (_, at) => at + 1)) {
      client.socket.write(get('/nothing').repeat(3))
      await expect.poll(() => client.statuses().length).toBe(3 * round)
      counts.push(socket.listenerCount('close'))
    }
    expect(counts.at(-1)).toBe(counts[0])
    client.socket.destroy()
  })

  it('are answered on one connection, a body between them', async () => {
    const client = open()
    const body = JSON.stringify({ value: 'x' })
    const post = `POST /api/lookup HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    client.socket.write((get('/api/verify/1') + post).repeat(10))
    await expect.poll(() => client.statuses().length).toBe(20)
    expect(new Set(client.statuses())).toEqual(new Set(['200']))
    client.socket.destroy()
  })
})

describe('a place is given back', () => {
  const breakOff: [what: string, how: (socket: Socket) => unknown][] = [
    ['closed', (socket) => socket.destroy()],
    ['reset', (socket) => socket.resetAndDestroy()],
    ['half closed and then reset', (socket) => socket.end(() => socket.resetAndDestroy())],
  ]
  const waiting: [what: string, text: string][] = [
    ['a request', get('/api/slow')],
    ['a stream', get('/api/stream')],
    ['sixty requests', get('/api/slow').repeat(60)],
    ['a stream and sixty requests', get('/api/stream') + get('/api/slow').repeat(60)],
    [
      'a form that never comes',
      'POST /api/lookup HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\ncontent-length: 9\r\n\r\n{',
    ],
  ]

  it.each(breakOff.flatMap(([how, act]) => waiting.map(([what, text]) => ({ how, what, text, act }))))(
    'when a connection with $what is $how',
    async ({ text, act }) => {
      for (let time = 0; time < 6; time++) {
        const request = once(listener.server, 'request')
        const { socket } = open()
        socket.write(text)
        await request
        act(socket)
      }
      await freed('203.0.113.1')
      await freed('203.0.113.2')
    },
  )

  it('when the caller does not read the answer', async () => {
    const clients = Array.from({ length: 6 }, () => {
      const client = open()
      client.socket.pause()
      client.socket.write(get('/api/verify/X'))
      return client
    })
    await freed('203.0.113.1')
    for (const { socket } of clients) socket.destroy()
  })
})
