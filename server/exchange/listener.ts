import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { endShutdown } from '@/lib/http/operation/shutdown'
import { log } from '@/lib/log'
import { projectDir } from '@/lib/project-dir'
import { rateCounter, setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { Arrivals } from '@/server/connection/arrivals'
import { type ConnectionLimits, Connections } from '@/server/connection/connections'
import { FairTurns } from '@/server/connection/fair-turns'
import { gracefulClose } from '@/server/connection/graceful-close'
import { OneAtATime } from '@/server/connection/one-at-a-time'
import { type PlaceLimits, Places } from '@/server/connection/places'
import { ReadingTurns } from '@/server/connection/reading-turns'
import { receive } from '@/server/connection/receive'
import { refuseBody, refuseConnect, refuseConnection } from '@/server/connection/refuse'
import { weighBody } from '@/server/connection/weigh-body'
import { Departures } from './departures'
import { allRoutes, type Route, RouteTable } from './routes'
import { loadStaticFiles, type StaticFiles } from './static-files'

/** Room for a serial of 10 kB, percent-encoded, beside the other headers (bytes). */
const MAX_HEADER_SIZE = 64 * 1024
/** A client that takes longer than this to send its headers, or the whole of its request, is slow on purpose. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 120_000
/**
 * Connections that the system takes before the process does, as many as it allows. Of more, a client learns nothing and
 * tries again after a second.
 */
const MOST_NOT_ACCEPTED = 4096
/** Longer than the idle time of common proxies, so that they close first and never write to a closed connection. */
const KEEP_ALIVE_MS = 65_000
/** Health, a check, a lookup: what a process is started for answers from the first moment. */
const FIRST = /^\/(api\/health\/|api\/public\/credentials\/verify\/:|api\/issuer\/v1\/|verify\/:)/
/** Requests that wait for strangers' hosts: few, of which a quarter are the most of one block of addresses (decision 128). */
const HOST_PLACES: PlaceLimits = { most: 16, share: 1 / 4 }
/** A check takes some turns of the event loop, and less time than this. */
const LOAD_EVERY_MS = 20
/** Badges can be validated from the first moment; what only makes the first one quicker lets a start be over first. */
const PREPARE_AFTER_MS = 3000

/**
 * Makes the one server of this process, not yet listening.
 * @param options `files`: what everybody gets; timeouts and limits are for tests
 */
export function createListener(options: {
  routes: readonly Route[]
  files?: StaticFiles
  headersTimeoutMs?: number
  places?: PlaceLimits
  connections?: ConnectionLimits
  departures?: Departures
}): Server {
  const [places, arrivals] = [new Places(options.places), new Arrivals()]
  const departures = options.departures ?? new Departures()
  // As many as there may be, however long they take.
  const filePlaces = new Places(options.places).stop()
  const hostPlaces = new Places(HOST_PLACES).stop()
  const table = new RouteTable(options.routes)
  const line = new OneAtATime((message, answer) => receive(context, message, answer))
  /** Connections whose request is late, unless it is read in this turn. */
  const late = new Set<Duplex>()
  const serve = (message: IncomingMessage, answer: ServerResponse) => {
    const { socket } = message
    late.delete(socket)
    reading.announced(socket)
    weighBody(message, answer, {
      weigh: () => reading.announced(socket),
      hardlyAByte: () => refuseBody(answer, socket),
    })
    line.take(message, answer)
  }
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
  const connections = new Connections(server, options.connections)
  const reading = new ReadingTurns(server)
  const [files, turns] = [options.files ?? new Map(), new FairTurns()]
  const context = { table, files, connections, turns, places, filePlaces, hostPlaces, arrivals, departures }
  // Also while an answer waits to be read.
  server.timeout = REQUEST_TIMEOUT_MS
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    if (code !== 'ERR_HTTP_REQUEST_TIMEOUT') return refuseConnection(socket, code)
    // After a turn that took long Node asks its timers before it reads what came meanwhile.
    late.add(socket)
    setImmediate(() => late.delete(socket) && refuseConnection(socket, code))
  })
  // Node would answer an unknown `expect` with an empty 417; it is ignored, as RFC 9110 section 10.1.1 allows.
  server.on('checkExpectation', serve)
  server.on('connect', (_request, socket) => refuseConnect(socket))
  server.once('close', () => [places, arrivals, departures].forEach((one) => one.stop()))
  return server
}

/** A service that listens. */
export interface StartedServer {
  port: number
  /** Settles once every route is loaded. Rejects when one cannot be: a service with a hole in it must not go on. */
  loaded: Promise<void>
  /** Lets requests in flight finish, and takes no new connections. */
  close(): Promise<void>
}

/**
 * Starts the service: reach databases, rate counter, the routes that most requests are for, files, then the listener, and
 * then the other routes and what the first request of a kind would have to wait for.
 * @param options `port`: 0 for any free one
 * @throws Error when the port is taken, or a reach database is missing or broken
 */
export async function startServer(options: { port: number }): Promise<StartedServer> {
  await loadReach(env())
  const routes = allRoutes()
  const first = routes.filter(({ pattern }) => FIRST.test(pattern)).map((route) => route.load())
  await Promise.all([...first, rateCounter().start()])
  const server = createListener({ routes, files: loadStaticFiles(join(projectDir(), 'public')) })
  const closeServer = gracefulClose(server)
  endShutdown()
  const closeRest = async () => {
    await rateCounter().close()
    setRateCounter(undefined)
  }
  try {
    const port = await listen(server, options.port)
    const soon = setTimeout(() => void prepareValidation().catch(noteUnprepared), PREPARE_AFTER_MS).unref()
    const close = async () => {
      clearTimeout(soon)
      await closeServer()
      await closeRest()
    }
    return { port, loaded: loadAll(routes), close }
  } catch (cause) {
    await closeRest()
    throw cause
  }
}

/** One after the other with room between them, so that whoever asks meanwhile waits for one module at most. */
async function loadAll(routes: readonly Route[]): Promise<void> {
  for (const route of routes) {
    if (!route.isLoaded) await sleep(LOAD_EVERY_MS, undefined, { ref: false })
    await route.load()
  }
}

async function prepareValidation(): Promise<void> {
  await (await import('@/lib/service/badges/prepare-validation')).prepareValidation()
}

/** The first badge prepares it then. */
const noteUnprepared = (error: unknown) => log.warn({ err: error }, 'badge validation could not be prepared')

/** @returns the port that was taken */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, backlog: MOST_NOT_ACCEPTED }, () => {
      server.off('error', reject)
      // A connection that the system could not accept is one connection: an error that nobody hears ends the process.
      server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted'))
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
