import { Agent, request } from 'node:http'
import type { Target } from './load'

const CONNECTIONS = 64
const ADDRESSES = 50_000

/** What a stretch of paced load came to. */
export interface PacedLoad {
  /** Milliseconds, to the microsecond, from when a request was due until its answer was read. */
  p50: number
  p99: number
  /** Answers that were not 200. */
  refused: number
}

/**
 * Sends requests at a steady rate, whatever the answers do: what waits behind a slow answer counts as slow, too.
 * @param perSecond requests a second
 */
export async function sendPacedLoad(target: Target, perSecond: number, seconds: number): Promise<PacedLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const total = Math.round(perSecond * seconds)
  const times = new Float64Array(total)
  let refused = 0
  let answered = 0
  const began = performance.now()
  await new Promise<void>((resolve) => {
    let sent = 0
    const offset = Math.floor(Math.random() * ADDRESSES)
    const pump = () => {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond))
      for (; sent < due; sent += 1) send(sent)
      if (sent < total) setTimeout(pump, 1)
    }
    const send = (index: number) => {
      const at = began + ((index + 1) / perSecond) * 1000
      const done = (good: boolean) => {
        times[index] = performance.now() - at
        if (!good) refused += 1
        answered += 1
        if (answered === total) resolve()
      }
      ask(agent, target, offset + index, done)
    }
    pump()
  })
  agent.destroy()
  const sorted = times.sort()
  return { p50: sorted[Math.floor(total * 0.5)] ?? NaN, p99: sorted[Math.floor(total * 0.99)] ?? NaN, refused }
}

function ask(agent: Agent, target: Target, index: number, done: (good: boolean) => void): void {
  const address = index % ADDRESSES
  const key = target.keys?.[index % target.keys.length]
  const body = target.bodies?.[index % target.bodies.length]
  const headers = {
    ...target.headers,
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
  }
  const path = target.paths[index % target.paths.length] ?? '/'
  const sending = request(target.url + path, { agent, method: target.method ?? 'GET', headers }, (answer) => {
    answer.resume()
    answer.once('end', () => done(answer.statusCode === 200))
  })
  sending.once('error', () => done(false))
  sending.end(body)
}
