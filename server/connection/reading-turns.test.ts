import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ReadingTurns } from './reading-turns'
import { weighBody } from './weigh-body'

const CONNECTIONS = 30
/** Of which all are read in the end, each after up to a second. */
const FEW = 10
/** More than fit into what Node reads at once. */
const TRAIN = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(4000)
const CHUNKS = `POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(20_000)}`

describe('what one address has announced in a turn of the event loop', () => {
  let server: Server
  const sockets: Socket[] = []
  /** The connections on which something was announced: ever, in this turn of the event loop, and how many at most in one. */
  const seen = new Set<Socket>()
  const now = new Set<Socket>()
  let most = 0
  let isOver = false

  beforeAll(async () => {
    server = createServer((message, answer) => {
      const note = () => {
        reading.announced(message.socket)
        seen.add(message.socket)
        most = Math.max(most, now.add(message.socket).size)
      }
      note()
      weighBody(message, answer, { weigh: note, hardlyAByte: () => message.socket.destroy() })
      answer.end()
    })
    const reading = new ReadingTurns(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const turn = () => {
      now.clear()
      if (!isOver) setImmediate(turn)
    }
    turn()
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    server.closeAllConnections()
    await expect.poll(() => connections(server)).toBe(0)
  })
  afterAll(async () => {
    isOver = true
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const connectFrom = (localAddress: string) => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
    sockets.push(socket.on('error', () => undefined).resume())
    return socket
  }
  const open = async (localAddress: string) => {
    const socket = connectFrom(localAddress)
    await Promise.all([once(socket, 'connect'), once(server, 'connection')])
    return socket
  }
  /** Accepted one after the other: what is written then comes in one turn. */
  const openAll = async (localAddress: string, connections = CONNECTIONS) => {
    const all: Socket[] = []
    while (all.length < connections) all.push(await open(localAddress))
    return all
  }

  it.each([
    ['requests', '127.0.0.7', TRAIN],
    ['chunks of a byte', '127.0.0.6', CHUNKS],
  ])('is what one connection of it brings of %s, and all of them come in the end', async (_what, address, train) => {
    most = 0
    seen.clear()
    const all = await openAll(address, FEW)
    for (const socket of all) socket.write(train)
    await expect.poll(() => seen.size).toBe(FEW)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('is held also on connections that come meanwhile', async () => {
    const accepted: Socket[] = []
    const accept = (socket: Socket) => accepted.push(socket)
    const first = await openAll('127.0.0.5')
    seen.clear()
    server.on('connection', accept)
    for (const socket of first) socket.write(TRAIN)
    await expect.poll(() => seen.size, { interval: 1 }).toBeGreaterThan(0)
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const later = connectFrom('127.0.0.5')
        later.write(TRAIN)
        await once(later, 'connect')
      }),
    )
    await expect.poll(() => accepted.length, { interval: 1 }).toBe(CONNECTIONS)
    // Those who waited before come first, a turn each.
    expect(accepted.filter((socket) => seen.has(socket))).toEqual([])
    server.off('connection', accept)
  })

  it('holds up nobody who sends little', async () => {
    const all = await openAll('127.0.0.4')
    for (const socket of all) socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    await Promise.all(all.map((socket) => once(socket, 'data')))
  })
})

function connections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
