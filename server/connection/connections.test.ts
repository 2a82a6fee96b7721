import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { ListenerFixture } from '@/test/server/listener-fixture'

let listener: ListenerFixture
afterEach(() => listener.stop())

const open = async (localAddress: string) => {
  const accepted = once(listener.server, 'connection')
  const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
  await accepted
  return socket
}

/** Whether a connection of its own is answered. */
const answers = async (localAddress: string) => {
  const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
  socket.write('GET /api/verify/X HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => socket.once('close', resolve))
  return text.startsWith('HTTP/1.1 200')
}

const start = (proxies: string) =>
  ListenerFixture.start({ TRUSTED_PROXIES: proxies }, { connections: { mostOfOne: 3, manyOfOne: 1 } })

it('an address has so many connections, and no other is kept out', async () => {
  listener = await start('10.0.0.0/8')
  const kept = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  const refused = connect({ port: listener.port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on(
    'error',
    () => undefined,
  )
  await once(refused, 'close')
  const other = await open('127.0.0.4')
  other.write('GET /api/verify/X HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = (await once(other, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: keep-alive/i)
  for (const one of [...kept, other]) one.destroy()
  await expect.poll(() => answers('127.0.0.2')).toBe(true)
})

it('an address opens so many at a time, whatever became of them, and no other is kept out', async () => {
  const limits = { connections: { burstOfOne: 3, aSecondOfOne: 0 } }
  listener = await ListenerFixture.start({ TRUSTED_PROXIES: '10.0.0.0/8' }, limits)
  const all = await Promise.all(Array.from({ length: 60 }, () => answers('127.0.0.2')))
  expect(all.filter(Boolean)).toHaveLength(3)
  expect(await answers('127.0.0.4')).toBe(true)
})

it('an address with many keeps none of them open after its answer', async () => {
  listener = await start('10.0.0.0/8')
  const [first, second] = [await open('127.0.0.2'), await open('127.0.0.2')]
  second.write('GET /api/verify/X HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = (await once(second, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close/i)
  first.destroy()
})

it('a proxy that is trusted has any number', async () => {
  listener = await start('127.0.0.2/32')
  const kept = []
  for (let one = 0; one < 8; one++) kept.push(await open('127.0.0.2'))
  const last = kept.at(-1)
  last?.write('GET /api/verify/X HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = (await once(last ?? listener.server, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: keep-alive/i)
  for (const one of kept) one.destroy()
})
