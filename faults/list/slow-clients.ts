import { connect, type Socket } from 'node:net'
import type { Fault } from '../fault'
import { pause } from '../load'
import type { World } from '../world'

/** Clients that are slow on purpose, or so many that each takes a little of everything. */
export const slowClients: Fault = {
  name: 'slow-clients',
  title: 'slow-loris, bodies that never come, half-open and 10,000 idle connections, oversized headers',
  async run(world, scale) {
    const { port } = new URL(world.service.origin)
    const open = (count: number, first: string) => openMany(Number(port), count, first)
    const rssBefore = world.service.rss
    world.load.start(6)
    const loris = await open(scale.times(500, 50), 'GET /api/health/live HTTP/1.1\r\nhost: x\r\nx-slow: ')
    const bodies = await open(
      scale.times(300, 30),
      'POST /api/public/openbadges/validate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{',
    )
    const half = await open(scale.times(300, 30), 'GET /verify/X HTTP/1.1\r\nhost: x\r\n\r\n')
    for (const socket of half) socket.pause()
    const idle = await open(scale.times(10_000, 500), '')
    const drip = setInterval(() => loris.forEach((socket) => socket.writable && socket.write('x')), 1000)
    const oversized = await Promise.all(Array.from({ length: 50 }, () => sendOversized(Number(port))))
    await world.load.more(scale.times(1500, 150))
    const rss = world.service.rss
    // Whoever has not sent a whole head by now is sent away.
    while (loris.some((socket) => !socket.destroyed)) await pause(100)
    clearInterval(drip)
    for (const socket of [...bodies, ...half, ...idle]) socket.destroy()
    const recovery = await world.recovered(performance.now())
    return {
      times: 1,
      recoveries: [recovery],
      broken: [
        ...failures(world),
        ...oversized.filter((status) => status !== 431).map((status) => `oversized headers are ${status}`),
      ],
      notes: [
        `${loris.length} slow heads, ${bodies.length} unsent bodies, ${half.length} unread answers, ${idle.length} idle`,
        `memory ${rssBefore} MB before, ${rss} MB with all of them connected`,
      ],
    }
  },
}

async function openMany(port: number, count: number, first: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(200, count - sockets.length) }, () => openOne(port, first))
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}

function openOne(port: number, first: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(socket))
    socket.on('connect', () => {
      socket.resume()
      if (first !== '') socket.write(first)
      resolve(socket)
    })
  })
}

function sendOversized(port: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(0))
    socket.once('data', (chunk) => {
      resolve(Number(chunk.toString('latin1').slice(9, 12)))
      socket.destroy()
    })
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(100_000)}\r\n\r\n`)
  })
}

function failures({ load }: World): string[] {
  const failed = load.answers.filter(({ status }) => status === 0 || status >= 500)
  return failed.length === 0 ? [] : [`${failed.length} of ${load.answers.length} ordinary requests failed`]
}
