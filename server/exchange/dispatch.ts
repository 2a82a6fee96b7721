import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '@/lib/env'
import { noSuchPath } from '@/lib/errors'
import { errorResponse, jsonResponse, standardHeaders } from '@/lib/http/answer/respond'
import type { RouteHandler } from '@/lib/http/endpoint'
import { configuredProxies, withPeerAddress } from '@/lib/http/request-context'
import { newRequestId } from '@/lib/http/request-id'
import { log } from '@/lib/log'
import { noteRequest } from '@/lib/metrics'
import { formerBaseUrls } from '@/lib/service/operation/remember-base-url'
import { headFault } from '@/server/connection/head-fault'
import { refuse } from '@/server/connection/refuse'
import { HSTS, transportFault } from '@/server/connection/transport'
import type { Departures } from './departures'
import { stripInternalHeaders } from './internal-headers'
import { parseRequestTarget, type RefusedTarget, type RequestTarget } from './request-target'
import type { RouteMatch, RouteTable } from './routes'
import { serveStaticFile, type StaticFiles } from './static-files'
import { webRequest } from './web-request'
import { sendWebResponse } from './web-response'

/** What dispatching a request needs. */
export interface DispatchContext {
  table: RouteTable
  files: StaticFiles
  departures: Departures
}

/** A limit group; `file` for files, `other` for routes that are not counted, `refused` for what reached neither. */
type MeasuredAs = NonNullable<RouteHandler['group']> | 'file' | 'other' | 'refused'

/** What an answer comes to, and as what it is measured. */
type Served = [response: Response, group: MeasuredAs]

const FILE_METHODS = ['GET', 'HEAD']
/** No path leads there but that of the page which says so. */
const NOTHING = { segments: ['', ''], path: '' }

/** Answers one request: head, transport, target, files, routes. Settles once the answer is handed over; never throws. */
export async function dispatch(
  context: DispatchContext,
  message: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const started = performance.now()
  let group: MeasuredAs = 'refused'
  try {
    stripInternalHeaders(message)
    const target = parseRequestTarget(message.url ?? '')
    const refused = checkHead(message, answer) ?? checkTransport(message, target)
    if (isSecure() && refused?.status !== 308) answer.setHeader('strict-transport-security', HSTS)
    const [response, measuredAs] = refused ? [refused, group] : await serve(context, message, answer, target)
    group = measuredAs
    await sendWebResponse(message, answer, response, context.departures)
  } catch (cause) {
    log.error({ err: cause }, 'a request could not be dispatched')
    if (answer.headersSent) answer.destroy()
    else {
      const refusal = refuse('unavailable', 'The request could not be completed just now.')
      await sendWebResponse(message, answer, refusal, context.departures)
    }
  } finally {
    noteRequest(group, answer.statusCode, (performance.now() - started) / 1000)
  }
}

async function serve(
  { table, files }: DispatchContext,
  message: IncomingMessage,
  answer: ServerResponse,
  target: RequestTarget | RefusedTarget,
): Promise<Served> {
  const method = message.method ?? ''
  if ('refused' in target) {
    if (target.refused === 'malformed') return [refuse('malformed', 'The request target must be a path.'), 'refused']
    const joined = joinedPath(table, target, method)
    if (joined?.isPage) return [moved(joined.path, 'This page is at the address with single slashes.'), 'refused']
    // What was asked for is repeated nowhere as it came: a browser may read `//host` as another site.
    message.url = joined?.path ?? '/'
  }
  const { segments, path } = 'refused' in target ? NOTHING : target
  const file = files.get(path)
  if (file && !FILE_METHODS.includes(method)) return [wrongMethod(method, FILE_METHODS.join(', ')), 'refused']
  if (file) return [await serveStaticFile(file, message), 'file']
  const found = table.find(segments)
  const tidy = tidyPath(table, target, method)
  if (tidy !== null) return [moved(tidy, 'This page is at the address without its last slash.'), 'refused']
  if (!found || (target.isApi && found.route.isRest))
    return [errorResponse(noSuchPath(), standardHeaders(newRequestId())), 'refused']
  if (!found.route.isLoaded) await found.route.load()
  return [await callRoute(found, method, message, answer), found.route.handlers.get(method)?.group ?? 'other']
}

/** Where a page is whose address came with a slash behind it, as mail programs and people write it; null for all else. */
function tidyPath(table: RouteTable, target: RequestTarget | RefusedTarget, method: string): string | null {
  if ('refused' in target || target.isApi || !FILE_METHODS.includes(method)) return null
  const { segments, path, raw } = target
  if (segments.length < 2 || segments.at(-1) !== '') return null
  const found = table.find(segments.slice(0, -1))
  return found && !found.route.isRest ? path.slice(0, -1) + raw.slice(path.length) : null
}

/** Where a target leads whose slashes were doubled on its way, and whether a page is there; null for all else. */
function joinedPath(
  table: RouteTable,
  target: RefusedTarget,
  method: string,
): { path: string; isPage: boolean } | null {
  if (target.joined === undefined || target.isApi || !FILE_METHODS.includes(method)) return null
  const meant = parseRequestTarget(target.joined)
  const found = 'refused' in meant ? null : table.find(meant.segments)
  return { path: target.joined, isPage: found !== null && !found.route.isRest }
}

async function callRoute(
  { route, params }: RouteMatch,
  method: string,
  message: IncomingMessage,
  answer: ServerResponse,
): Promise<Response> {
  const handler = route.handlers.get(method)
  if (handler === undefined) return wrongMethod(method, route.allow)
  const request = withPeerAddress(webRequest(message, answer, env().BASE_URL), message.socket.remoteAddress ?? '')
  return handler(request, { params: Promise.resolve(params) })
}

function wrongMethod(method: string, allow: string): Response {
  return refuse('method_not_allowed', `This address does not answer ${method}; it answers ${allow}.`, { allow })
}

/** After a head that two readers may take differently nothing is believed that follows it. */
function checkHead(message: IncomingMessage, answer: ServerResponse): Response | null {
  const fault = headFault(message)
  if (!fault) return null
  answer.setHeader('connection', 'close')
  return refuse(...fault)
}

function isSecure(): boolean {
  return env().NODE_ENV === 'production' && env().BASE_URL.startsWith('https:')
}

/** Health is asked by address, from inside, and stays reachable. Nobody else's host is answered, whatever is asked of it. */
function checkTransport(message: IncomingMessage, target: RequestTarget | RefusedTarget): Response | null {
  if (!isSecure()) return null
  const isRefused = 'refused' in target
  if (!isRefused && target.segments[0] === 'api' && target.segments[1] === 'health') return null
  const fault = transportFault(message, new URL(env().BASE_URL), formerBaseUrls(), configuredProxies())
  if (fault === null) return null
  if (fault === 'host') return refuse('malformed', 'This host is not served here.')
  const place = !isRefused ? target.raw : target.isApi ? undefined : target.joined
  if (place === undefined) return null
  const sentence = fault === 'plain' ? 'This service is reached over https.' : 'This service has another address now.'
  return moved(env().BASE_URL + place, sentence)
}

function moved(location: string, sentence: string): Response {
  return jsonResponse(308, { ...standardHeaders(newRequestId()), location }, { success: false, error: sentence })
}
