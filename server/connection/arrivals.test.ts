import { once } from 'node:events'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectSentence } from '@/test/server/expect-refusal'
import { ListenerFixture } from '@/test/server/listener-fixture'
import { Arrivals } from './arrivals'

/** A request as far as arrivals look at it. */
class Message extends EventEmitter {
  complete = false
  readableLength = 0
  socket = { bytesRead: 0 }
}

describe('a body on its way', () => {
  const outcome = (message: Message, arrivals: Arrivals) => {
    const seen: string[] = []
    const forget = arrivals.await(
      message as unknown as IncomingMessage,
      'address',
      { arrived: () => seen.push('arrived'), tooSlow: () => seen.push('too slow') },
      0,
    )
    return { seen, forget }
  }
  const every250ms = (until: number, look: (now: number) => void) => {
    for (let now = 250; now <= until; now += 250) look(now)
  }

  it.each([
    ['nothing', 0, 5250],
    ['half a kilobyte a second', 500, 10_250],
    ['a byte a second', 1, 5250],
  ])('is given five seconds for %s', (_, bytesASecond, given) => {
    const arrivals = new Arrivals().stop()
    const message = new Message()
    const { seen } = outcome(message, arrivals)
    every250ms(given - 250, (now) => {
      message.socket.bytesRead = Math.floor((now / 1000) * bytesASecond)
      arrivals.look(now)
    })
    expect(seen).toEqual([])
    every250ms(2000, (later) => {
      message.socket.bytesRead = Math.floor(((given + later) / 1000) * bytesASecond)
      arrivals.look(given + later)
    })
    expect(seen).toContain('too slow')
  })

  it('may take as long as it likes at a kilobyte a second', () => {
    const arrivals = new Arrivals().stop()
    const message = new Message()
    const { seen } = outcome(message, arrivals)
    every250ms(600_000, (now) => {
      message.socket.bytesRead = now
      arrivals.look(now)
    })
    expect(seen).toEqual([])
  })

  it('that came quickly at first has five seconds as well, once it stops', () => {
    const arrivals = new Arrivals().stop()
    const message = new Message()
    const { seen } = outcome(message, arrivals)
    message.socket.bytesRead = 10_000_000
    every250ms(5000, (now) => arrivals.look(now))
    expect(seen).toEqual([])
    arrivals.look(5500)
    expect(seen).toEqual(['too slow'])
  })

  it('is not late where we do not read it', () => {
    const arrivals = new Arrivals().stop()
    const message = new Message()
    const { seen } = outcome(message, arrivals)
    message.readableLength = 65_536
    every250ms(60_000, (now) => arrivals.look(now))
    expect(seen).toEqual([])
  })

  it('has come when its last byte has, read or not', () => {
    const arrivals = new Arrivals().stop()
    const message = new Message()
    const { seen } = outcome(message, arrivals)
    message.complete = true
    arrivals.look(250)
    expect(seen).toEqual(['arrived'])
  })

  it('is one of eight of its address, until it is forgotten', () => {
    const arrivals = new Arrivals().stop()
    const eight = Array.from({ length: 8 }, () => outcome(new Message(), arrivals).forget)
    expect(eight).not.toContain(null)
    expect(outcome(new Message(), arrivals).forget).toBeNull()
    eight[0]?.()
    eight[0]?.()
    expect(outcome(new Message(), arrivals).forget).not.toBeNull()
    expect(outcome(new Message(), arrivals).forget).toBeNull()
  })
})

describe('the listener', () => {
  let listener: ListenerFixture
  const start = async () => {
    listener = await ListenerFixture.start({}, { places: { most: 4 } })
  }
  afterEach(async () => {
    vi.useRealTimers()
    await listener.stop()
  })

  const head = (address: string, length: number) =>
    `POST /api/lookup HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\ncontent-length: ${length}\r\n\r\n`
  const begin = async (address: string) => {
    const request = once(listener.server, 'request')
    const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined)
    socket.write(`${head(address, 13)}{`)
    await request
    return socket
  }

  it('keeps no place for bodies that do not come, and lets eight of an address begin', async () => {
    // Nobody looks how long they take: a busy machine may take longer than they have.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    await start()
    const waiting = []
    for (let one = 0; one < 8; one++) waiting.push(await begin('203.0.113.1'))
    // All of them have been looked at, since one that came after them is answered.
    const lookup = (address: string) =>
      listener.send('POST /api/lookup', `x-forwarded-for: ${address}\r\ncontent-length: 13\r\n`, '{"value":"x"}')
    expect((await lookup('203.0.113.1')).status).toBe(200)
    expect((await listener.send('GET /api/verify/X', 'x-forwarded-for: 203.0.113.1\r\n')).status).toBe(200)
    const ninth = connect(listener.port, '127.0.0.1').on('error', () => undefined)
    ninth.write(`${head('203.0.113.1', 13)}{`)
    const [refusal] = (await once(ninth, 'data')) as [Buffer]
    expect(refusal.toString()).toMatch(/^HTTP\/1\.1 503 /)
    const [socket] = waiting
    socket?.write('"value":"x"}')
    const [answer] = (await once(socket ?? ninth, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
    for (const one of [...waiting, ninth]) one.destroy()
  })

  it('tells a body that is too slow so, and closes', async () => {
    await start()
    const answer = await listener.send('POST /api/lookup', 'content-length: 13\r\n', '{')
    expectSentence(answer, 408)
  })

  it('does not wait for what is refused by its head', async () => {
    await start()
    const answer = await listener.send('POST /api/lookup', 'content-length: 99999999\r\n', '{')
    expectSentence(answer, 413)
  })
})
