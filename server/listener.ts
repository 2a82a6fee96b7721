import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { env } from '@/lib/env'
import { loadReach } from '@/lib/http/reach'
import { endShutdown } from '@/lib/http/shutdown'
import { prepareValidation } from '@/lib/service/prepare-validation'
import { rateCounter, setRateCounter } from '@/lib/store/open-rate-counter'
import { gracefulClose } from './graceful-close'
import { dispatch } from './dispatch'
import type { PageHandler } from './next-page'
import { type PlaceLimits, Places } from './places'
import { refuseConnect, refuseConnection } from './refuse'
import { loadRoutes, type Route, RouteTable } from './routes'

/** Room for a serial of 10 kB, percent-encoded, beside the other headers (bytes). */
const MAX_HEADER_SIZE = 64 * 1024
/** A client that takes longer than this to send its headers, or the whole of its request, is slow on purpose. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 120_000
/** Longer than the idle time of common proxies, so that they close first and never write to a closed connection. */
const KEEP_ALIVE_MS = 65_000

/**
 * Makes the one server of this process, not yet listening: our own routes first, the rest to Next.
 * @param options `pages`: Next's request handler; timeouts and sizes are for tests
 */
export function createListener(options: {
  routes: readonly Route[]
  pages: PageHandler
  dev?: boolean
  headersTimeoutMs?: number
  places?: PlaceLimits
}): Server {
  const table = new RouteTable(options.routes)
  const context = { table, pages: options.pages, dev: options.dev ?? false, places: new Places(options.places) }
  const serve = (request: IncomingMessage, response: ServerResponse) => void dispatch(context, request, response)
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_SIZE,
      headersTimeout: options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(2000, options.headersTimeoutMs ?? 2000),
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Said by dispatch, in JSON.
      requireHostHeader: false,
    },
    serve,
  )
  server.timeout = REQUEST_TIMEOUT_MS
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseConnection(socket, error.code))
  // Node would answer an unknown `expect` with an empty 417; it is ignored, as RFC 9110 section 10.1.1 allows.
  server.on('checkExpectation', serve)
  server.on('connect', (_request, socket) => refuseConnect(socket))
  return server
}

/**
 * Starts the service: reach databases, rate counter, routes and Next, then the listener, and then what the first request
 * of a kind would have to wait for.
 * @param options `port`: 0 for any free one; `dev`: pages from their sources; `pages`: what
 * stands in for Next, which is not started then
 * @returns the port, and `close`, which lets requests in flight finish; it takes no new connections once `noticed` settles
 * @throws Error when the port is taken, or a reach database is missing or broken
 */
export async function startServer(options: {
  port: number
  dev: boolean
  pages?: PageHandler | undefined
}): Promise<{ port: number; close(noticed?: Promise<unknown>): Promise<void> }> {
  await loadReach(env())
  const root = fileURLToPath(new URL('..', import.meta.url))
  const [routes, app] = await Promise.all([
    loadRoutes(`${root}app`),
    options.pages ? standIn(options.pages) : openNext(root, options.dev),
    rateCounter().start(),
  ])
  const server = createListener({ routes, pages: app.pages, dev: options.dev })
  if (options.dev) server.on('upgrade', (request, socket, head) => void app.upgrade(request, socket, head))
  const closeServer = gracefulClose(server)
  endShutdown()
  const closeRest = async () => {
    await Promise.all([app.close(), rateCounter().close()])
    setRateCounter(undefined)
  }
  try {
    const port = await listen(server, options.port)
    void prepareValidation()
    return { port, close: (noticed) => closeServer(undefined, noticed).then(closeRest) }
  } catch (cause) {
    await closeRest()
    throw cause
  }
}

function standIn(pages: PageHandler): Awaited<ReturnType<typeof openNext>> {
  return { pages, upgrade: async () => undefined, close: async () => undefined }
}

async function openNext(dir: string, dev: boolean) {
  const { default: next } = await import('next')
  const app = next({ dev, dir, customServer: true })
  await app.prepare()
  return { pages: app.getRequestHandler() as PageHandler, upgrade: app.getUpgradeHandler(), close: () => app.close() }
}

/** @returns the port that was taken */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
