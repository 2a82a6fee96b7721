import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { parseEnv, setEnv } from '@/lib/env'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { endpoint } from '@/lib/http/endpoint'
import { forgetCapacity } from '@/lib/http/limits/capacity'
import { LIMITS } from '@/lib/http/limits/limits'
import { loadReach } from '@/lib/http/limits/reach'
import { endShutdown } from '@/lib/http/operation/shutdown'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import type { ConnectionLimits } from '@/server/connection/connections'
import { gracefulClose } from '@/server/connection/graceful-close'
import type { PlaceLimits } from '@/server/connection/places'
import type { Departures } from '@/server/exchange/departures'
import { createListener } from '@/server/exchange/listener'
import { Route } from '@/server/exchange/routes'
import { loadStaticFiles } from '@/server/exchange/static-files'
import { type RawAnswer, rawRequest } from './raw-request'

const answerShape = z.object({ success: z.literal(true), value: z.string(), address: z.string() })
const GET = endpoint({ group: 'verify', params: z.object({ serial: z.string() }), response: answerShape }, (input) => ({
  success: true as const,
  value: `${input.request.method} ${input.request.url} ${input.params.serial}`,
  address: input.address,
}))
const POST = endpoint(
  { body: { maxBytes: 1 << 20, shape: z.object({ value: z.string() }) }, response: answerShape },
  ({ body, address }) => ({ success: true as const, value: String(body.value.length), address }),
)

/** For tests: a real listener on a free port, with routes of its own. */
export class ListenerFixture {
  /** Lets `/api/slow` and `/api/badge` answer. */
  release: () => void = () => undefined
  /** Settles when the caller of `/api/stream` has gone away. */
  aborted: Promise<void> = Promise.resolve()

  private constructor(
    readonly server: Server,
    readonly port: number,
    readonly close: (patienceMs?: number) => Promise<void>,
  ) {}

  static async start(
    variables: Record<string, string> = {},
    options: {
      headersTimeoutMs?: number
      places?: PlaceLimits
      connections?: ConnectionLimits
      departures?: Departures
    } = {},
  ): Promise<ListenerFixture> {
    setEnv(parseEnv({ NODE_ENV: 'test', TRUSTED_PROXIES: '127.0.0.0/8', ...variables }))
    setRateCounter(new MemoryRateCounter())
    await loadReach(parseEnv({}))
    endShutdown()
    const [gate, release] = settleable()
    const [aborted, gone] = settleable()
    forgetCapacity()
    const server = createListener({ ...options, routes: fixtureRoutes(gate, gone), files: FILES })
    const close = gracefulClose(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const fixture = new ListenerFixture(server, (server.address() as AddressInfo).port, close)
    fixture.release = release
    fixture.aborted = aborted
    return fixture
  }

  /** Sends one request, whose head is completed with a host and `connection: close`. */
  send(line: string, headers = '', body = ''): Promise<RawAnswer> {
    return rawRequest(
      this.port,
      `${line} HTTP/1.1\r\nhost: localhost:3000\r\nconnection: close\r\n${headers}\r\n${body}`,
    )
  }

  async stop(): Promise<void> {
    this.release()
    await this.close(0)
    endShutdown()
  }
}

/** More than the system takes from a process for a caller who reads nothing. */
const LARGE = new Uint8Array(32 << 20)

const FILES = loadStaticFiles(fileURLToPath(new URL('../../public', import.meta.url)))

function fixtureRoutes(gate: Promise<void>, gone: () => void) {
  const slow = () => gate.then(() => new Response('done'))
  const stream = () => {
    const endless = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65536)), cancel: () => gone() })
    return Promise.resolve(new Response(endless))
  }
  const missing = (request: Request) => Promise.resolve(new Response(`nothing at ${request.url}`, { status: 404 }))
  return [
    new Route('/api/verify/:serial', { GET }),
    new Route('/api/lookup', { POST }),
    new Route('/api/slow', { GET: slow }),
    new Route('/api/badge', { POST: Object.assign(() => slow(), { group: LIMITS.open_badge_validation.name }) }),
    new Route('/api/stream', { GET: stream }),
    new Route('/api/large', { GET: () => Promise.resolve(plainResponse(200, {}, LARGE)) }),
    new Route('/api/empty', { GET: () => Promise.resolve(new Response(null)) }),
    new Route('/api/broken', { GET: () => Promise.reject(new Error('secret')) }),
    new Route('/api/health/live', { GET: endpoint({}, () => new Response('live')) }),
    new Route('/verify/:serial', { GET: () => Promise.resolve(new Response('<p>page</p>')) }),
    new Route('/:rest+', { GET: missing, POST: missing }),
  ]
}

function settleable(): [promise: Promise<void>, settle: () => void] {
  let settle = () => {}
  const promise = new Promise<void>((resolve) => (settle = resolve))
  return [promise, settle]
}
