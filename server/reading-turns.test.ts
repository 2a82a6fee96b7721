import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReadingTurns } from './reading-turns'

const CONNECTIONS = 30
/** More than fit into what Node reads at once. */
const TRAIN = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(4000)

describe('what one address has announced in a turn of the event loop', () => {
  let server: Server
  const sockets: Socket[] = []
  /** Of each turn, the connections on which something was announced. */
  const turns: Set<Socket>[] = [new Set()]
  let isOver = false

  beforeAll(async () => {
    server = createServer((message, answer) => {
      reading.announced(message.socket)
      turns.at(-1)?.add(message.socket)
      answer.end()
    })
    const reading = new ReadingTurns(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const turn = () => {
      turns.push(new Set())
      if (!isOver) setImmediate(turn)
    }
    turn()
  })
  afterAll(async () => {
    isOver = true
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const open = async (localAddress: string) => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined).resume()
    sockets.push(socket)
    await Promise.all([once(socket, 'connect'), once(server, 'connection')])
    return socket
  }
  /** Accepted one after the other: what is written then comes in one turn. */
  const openAll = async (localAddress: string) => {
    const all: Socket[] = []
    while (all.length < CONNECTIONS) all.push(await open(localAddress))
    return all
  }

  it('is what one connection of it brings, and all of them come in the end', async () => {
    const all = await openAll('127.0.0.3')
    for (const socket of all) socket.write(TRAIN)
    const seen = () => new Set(turns.flatMap((turn) => [...turn])).size
    await expect.poll(seen, { timeout: 60_000 }).toBe(CONNECTIONS)
    expect(turns.reduce((most, { size }) => Math.max(most, size), 0)).toBeLessThanOrEqual(2)
  })

  it('holds up nobody who sends little', async () => {
    const all = await openAll('127.0.0.4')
    for (const socket of all) socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    await Promise.all(all.map((socket) => once(socket, 'data')))
  })
})
