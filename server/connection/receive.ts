import type { IncomingMessage, ServerResponse } from 'node:http'
import { blockKey, limitKey } from '@/lib/http/limits/address'
import { isShuttingDown } from '@/lib/http/operation/shutdown'
import { callerAddressOf } from '@/lib/http/request-context'
import { noteRequest } from '@/lib/metrics'
import { dispatch, type DispatchContext } from '@/server/exchange/dispatch'
import { parseRequestTarget } from '@/server/exchange/request-target'
import type { Arrivals } from './arrivals'
import type { Connections } from './connections'
import type { FairTurns } from './fair-turns'
import { needsPlace, type Places } from './places'
import { refuseConnection } from './refuse'
import { refuseBusy } from './refuse-busy'

/** What receiving a request needs. */
interface ReceiveContext extends DispatchContext {
  connections: Connections
  turns: FairTurns
  places: Places
  /** For requests that bring a file: each waits for a process that reads it, in a queue that is fair by itself (spec part 7). */
  filePlaces: Places
  /** For requests that wait for the hosts of strangers, each for ten seconds at most; shared out by blocks of addresses. */
  hostPlaces: Places
  arrivals: Arrivals
}

/**
 * Lets one request in where there is a place for it. It counts as under way from when its body has come until its answer
 * was handed over, or its connection has closed, whichever is first. Never throws.
 */
export function receive(context: ReceiveContext, message: IncomingMessage, answer: ServerResponse): void {
  const isLast =
    isShuttingDown() || message.headers.upgrade !== undefined || context.connections.areMany(message.socket)
  // After a head with `upgrade` Node's parser drops what came in the same packet.
  if (isLast) answer.setHeader('connection', 'close')
  if (!needsPlace(message.url ?? '')) return void dispatch(context, message, answer)
  const address = addressOf(message)
  context.turns.take(limitKey(address), () => {
    if (!bringsBody(message)) enter(context, address, message, answer)
    // A body that came in the same packet has been read by then.
    else setImmediate(() => (message.complete ? enter : awaitBody)(context, address, message, answer))
  })
}

/** Which places a request is let into, and under what it is counted there. */
type Room = [places: Places, sharedBy: string]

/** Such as wait for others hold up nobody whose request is this process's own work. */
function roomFor(context: ReceiveContext, address: string, message: IncomingMessage): Room {
  if (message.method !== 'POST' || !bringsBody(message)) return [context.places, limitKey(address)]
  if (waitsForHosts(context, message)) return [context.hostPlaces, blockKey(address)]
  const isFile = /^\s*(application\/pdf|multipart\/form-data)/i.test(message.headers['content-type'] ?? '')
  return [isFile ? context.filePlaces : context.places, limitKey(address)]
}

/** By the route, since one path can be written in many ways. */
function waitsForHosts({ table }: ReceiveContext, { url = '' }: IncomingMessage): boolean {
  const target = parseRequestTarget(url)
  const route = 'refused' in target ? undefined : table.find(target.segments)?.route
  return route?.isLoaded === true && route.handlers.get('POST')?.group === 'open_badge_validation'
}

function bringsBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function enter(context: ReceiveContext, address: string, message: IncomingMessage, answer: ServerResponse): void {
  if (message.socket.destroyed) return
  const [places, sharedBy] = roomFor(context, address, message)
  const leave = places.take(sharedBy)
  if (leave) work(context, message, answer, { leave })
  else refuseWork(message, answer)
}

/** It is worked on meanwhile, which is to read it as it comes, and to refuse it early. */
function awaitBody(context: ReceiveContext, address: string, message: IncomingMessage, answer: ServerResponse): void {
  if (message.socket.destroyed) return
  const [places, sharedBy] = roomFor(context, address, message)
  const stay = { leave: () => undefined as void }
  const arrived = () => {
    stay.leave()
    stay.leave = places.enter(sharedBy)
  }
  const tooSlow = () => {
    stay.leave()
    if (answer.headersSent) message.socket.destroy()
    else refuseConnection(message.socket, 'ERR_HTTP_REQUEST_TIMEOUT')
  }
  const forget = places.hasRoom(sharedBy) ? context.arrivals.await(message, sharedBy, { arrived, tooSlow }) : null
  if (!forget) return refuseWork(message, answer)
  stay.leave = forget
  work(context, message, answer, stay)
}

/** `leave` may be replaced meanwhile; it is called once. */
function work(
  context: DispatchContext,
  message: IncomingMessage,
  answer: ServerResponse,
  stay: { leave: () => void },
): void {
  let isOver = false
  const leave = () => {
    if (isOver) return
    isOver = true
    stay.leave()
  }
  answer.once('close', leave)
  void dispatch(context, message, answer).finally(leave)
}

function refuseWork(message: IncomingMessage, answer: ServerResponse): void {
  refuseBusy(message, answer)
  noteRequest('refused', 503, 0)
}

function addressOf(message: IncomingMessage): string {
  const forwardedFor = message.headers['x-forwarded-for']
  return callerAddressOf(message.socket.remoteAddress ?? '', forwardedFor?.toString() ?? null)
}
