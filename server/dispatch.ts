import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '@/lib/env'
import type { RouteHandler } from '@/lib/http/endpoint'
import { plainResponse } from '@/lib/http/plain-response'
import { configuredProxies, withPeerAddress } from '@/lib/http/request-context'
import { isShuttingDown } from '@/lib/http/shutdown'
import { log } from '@/lib/log'
import { noteRequest } from '@/lib/metrics'
import { stripInternalHeaders } from './internal-headers'
import { NO_SUCH_PAGE, type PageHandler, servePage } from './next-page'
import { needsPlace, type Places } from './places'
import { refuse } from './refuse'
import { refuseBusy } from './refuse-busy'
import { parseRequestTarget, type RefusedTarget, type RequestTarget } from './request-target'
import { allowOf, type RouteMatch, type RouteTable } from './routes'
import { HSTS, transportFault } from './transport'
import { webRequest } from './web-request'
import { sendWebResponse } from './web-response'

/** What dispatch works with. */
export interface DispatchContext {
  table: RouteTable
  pages: PageHandler
  dev: boolean
  places: Places
}

/** A limit group; `page` for Next's pages, `other` for routes that are not counted, `refused` for what reached neither. */
type MeasuredAs = NonNullable<RouteHandler['group']> | 'page' | 'other' | 'refused'

const PAGE_METHODS = new Set(['GET', 'HEAD', 'POST'])

/** Answers one request, where there is a place for it: transport, target, our own routes, then Next. Never throws. */
export async function dispatch(
  context: DispatchContext,
  message: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  if (isShuttingDown()) answer.setHeader('connection', 'close')
  const leave = needsPlace(message) ? context.places.take(message) : () => undefined
  if (leave) return dispatchNow(context, message, answer).finally(leave)
  refuseBusy(message, answer)
  noteRequest('refused', 503, 0)
}

async function dispatchNow(context: DispatchContext, message: IncomingMessage, answer: ServerResponse): Promise<void> {
  const started = performance.now()
  let group: MeasuredAs = 'refused'
  try {
    stripInternalHeaders(message)
    const target = parseRequestTarget(message.url ?? '')
    const refused = checkHost(message) ?? checkTransport(message, target)
    if (isSecure()) answer.setHeader('strict-transport-security', HSTS)
    if (refused) {
      if (refused.status === 308) answer.removeHeader('strict-transport-security')
      await sendWebResponse(message, answer, refused)
      return
    }
    group = await serve(context, message, answer, target)
  } catch (cause) {
    log.error({ err: cause }, 'a request could not be dispatched')
    if (answer.headersSent) answer.destroy()
    else await sendWebResponse(message, answer, refuse('unavailable', 'The request could not be completed just now.'))
  } finally {
    noteRequest(group, answer.statusCode, (performance.now() - started) / 1000)
  }
}

async function serve(
  context: DispatchContext,
  message: IncomingMessage,
  answer: ServerResponse,
  target: RequestTarget | RefusedTarget,
): Promise<MeasuredAs> {
  const method = message.method ?? ''
  const refused = (response: Response) => sendWebResponse(message, answer, response).then(() => 'refused' as const)
  if ('refused' in target) {
    if (target.refused === 'malformed') return refused(refuse('malformed', 'The request target must be a path.'))
    if (target.isApi) return refused(noSuchPath())
    // What was asked for never reaches Next, which would redirect `//host` to another site.
    message.url = NO_SUCH_PAGE
  } else {
    const found = context.table.find(target.segments)
    if (found) {
      await sendWebResponse(message, answer, await callRoute(found, method, message, answer))
      return found.route.handlers.get(method)?.group ?? 'other'
    }
    if (target.isApi) return refused(noSuchPath())
  }
  if (!PAGE_METHODS.has(method)) return refused(wrongMethod(method, [...PAGE_METHODS].join(', ')))
  await servePage(context.pages, message, answer, { dev: context.dev })
  return 'page'
}

async function callRoute(
  { route, params }: RouteMatch,
  method: string,
  message: IncomingMessage,
  answer: ServerResponse,
): Promise<Response> {
  const handler = route.handlers.get(method)
  if (handler === undefined) return wrongMethod(method, allowOf(route))
  const request = withPeerAddress(webRequest(message, answer, env().BASE_URL), message.socket.remoteAddress ?? '')
  return handler(request, { params: Promise.resolve(params) })
}

function noSuchPath(): Response {
  return refuse('not_found', 'There is nothing at this address.')
}

function wrongMethod(method: string, allow: string): Response {
  return refuse('method_not_allowed', `This address does not answer ${method}; it answers ${allow}.`, { allow })
}

function checkHost(message: IncomingMessage): Response | null {
  if (message.headers.host !== undefined || message.httpVersionMinor === 0) return null
  return refuse('malformed', 'The request names no host.')
}

function isSecure(): boolean {
  return env().NODE_ENV === 'production' && env().BASE_URL.startsWith('https:')
}

/** Health is asked by address, from inside, and stays reachable. */
function checkTransport(message: IncomingMessage, target: RequestTarget | RefusedTarget): Response | null {
  if (!isSecure() || 'refused' in target) return null
  if (target.segments[0] === 'api' && target.segments[1] === 'health') return null
  const fault = transportFault(message, new URL(env().BASE_URL), configuredProxies())
  if (fault === 'host') return refuse('malformed', 'This host is not served here.')
  if (fault === null) return null
  const { headers, body } = redirectBody()
  return plainResponse(308, { ...headers, location: env().BASE_URL + target.raw }, body)
}

function redirectBody() {
  const body = JSON.stringify({ success: false, error: 'This service is reached over https.' })
  return { headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }, body }
}
