import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ListenerFixture } from '@/test/server/listener-fixture'
import { Departures } from './departures'

const LARGE_BYTES = 32 * 1024 * 1024
const LARGE_MS = (LARGE_BYTES / 4000) * 1000

let departures: Departures
let fixture: ListenerFixture
let agent: Agent

beforeEach(async () => {
  departures = new Departures().stop()
  fixture = await ListenerFixture.start({}, { departures })
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
})

afterEach(async () => {
  agent.destroy()
  await fixture.stop()
})

async function ask(path: string): Promise<IncomingMessage> {
  const [answer] = (await once(get({ port: fixture.port, path, agent }), 'response')) as [IncomingMessage]
  return answer
}

it('an answer that is not read ends its connection once it is late, and not before', async () => {
  const began = performance.now()
  const answer = await ask('/api/large')
  departures.look(began + 30_000 + LARGE_MS)
  expect(await openConnections()).toBe(1)
  departures.look(performance.now() + 30_001 + LARGE_MS)
  await expect(buffer(answer)).rejects.toThrow('aborted')
})

it('an answer that was read, or that the system takes at once, keeps its connection for the next one', async () => {
  expect(await buffer(await ask('/api/large'))).toHaveLength(LARGE_BYTES)
  // Answered once the one before it has left.
  const before = await ask('/api/health/live')
  const { localPort } = before.socket
  departures.look(Infinity)
  await buffer(before)
  expect((await ask('/api/health/live')).socket).toMatchObject({ localPort })
})

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    fixture.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
