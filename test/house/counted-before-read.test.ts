import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { loadRoutes, type Route } from '@/server/exchange/routes'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { mintPerson } from '@/test/desk/desk'

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']
const TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json',
  'application/pdf',
]
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

useServiceDatabase()

let routes: Route[]
let cookie: string

beforeAll(async () => {
  routes = await loadRoutes()
  cookie = (await mintPerson(await mintIssuer(), 'owner')).browser.cookie
})

/** Sends a body of which nothing arrives, and says at each read whether the sender was counted before. */
async function readsOf({ pattern, handlers }: Route, method: string, type: string): Promise<boolean[]> {
  const reads: boolean[] = []
  let counted = 0
  const counter = new MemoryRateCounter()
  setRateCounter({
    count: (...words) => {
      counted += 1
      return counter.count(...words)
    },
    healthy: true,
    start: () => counter.start(),
    close: () => counter.close(),
  })
  const pull = (controller: ReadableStreamDefaultController) => {
    reads.push(counted > 0)
    controller.error(new Error('broken off'))
  }
  const sent = {
    method,
    headers: { cookie, origin: env().BASE_URL, 'sec-fetch-site': 'same-origin', 'content-type': type },
    body: new ReadableStream({ pull }, { highWaterMark: 0 }),
    duplex: 'half',
  }
  const request = new Request(env().BASE_URL + pattern.replace(/:\w+/g, UNKNOWN), sent)
  const params = Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, UNKNOWN]))
  const answer = await handlers.get(method)?.(withPeerAddress(request, '203.0.113.7'), {
    params: Promise.resolve(params),
  })
  await answer?.body?.cancel()
  return reads
}

describe('every route that takes a body', () => {
  it('counts who sends it before it reads any of it', async () => {
    let read = 0
    const early: string[] = []
    for (const route of routes) {
      for (const method of WRITES.filter((one) => route.handlers.has(one))) {
        for (const type of TYPES) {
          const reads = await readsOf(route, method, type)
          read += Number(reads.length > 0)
          if (reads.includes(false)) early.push(`${method} ${route.pattern}`)
        }
      }
    }
    expect([...new Set(early)]).toEqual([])
    expect(read).toBeGreaterThan(50)
  })
})
