import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { normaliseAddress } from '@/lib/domain/normalise-address'
import { callerAddress } from '@/lib/http/address'
import { ownPath } from '@/lib/http/own-path'
import { configuredProxies, PATH_HEADER } from '@/lib/http/request-context'
import { newRequestId } from '@/lib/http/request-id'
import { requestLanguage, VARY_BY_LANGUAGE } from '@/lib/http/request-language'
import { contentSecurityPolicy, pageHeaders } from '@/lib/http/security-headers'
import { setCallerHeaders } from './internal-headers'

/** Next's request handler, or what stands in for it in a test. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** No page of ours has this path, so Next answers with its not-found page. */
export const NO_SUCH_PAGE = '/_not-found'

/** A worker goes by the policy of its own answer, not by that of the page that starts it. */
const SCAN_WORKER = /^\/assets\/scan-worker-[^/]*\.js$/

/** A script, a font or a picture: the same in every language, and kept by caches for it. */
const FILE = /^[^?]*\.\w+(\?|$)/

/**
 * Hands a request to Next: with the caller's address and the path, and with a fresh nonce in the policy of the request,
 * where Next looks for it, and of the answer.
 */
export async function servePage(
  pages: PageHandler,
  request: IncomingMessage,
  response: ServerResponse,
  options: { dev: boolean },
): Promise<void> {
  const peer = request.socket.remoteAddress ?? ''
  const forwardedFor = request.headers['x-forwarded-for']
  const address = callerAddress(peer, typeof forwardedFor === 'string' ? forwardedFor : null, configuredProxies())
  setCallerHeaders(request, normaliseAddress(address) ?? '0.0.0.0')
  const nonce = randomBytes(16).toString('base64')
  const allowances = { dev: options.dev, scanner: SCAN_WORKER.test(request.url ?? '') }
  request.headers['content-security-policy'] = contentSecurityPolicy(nonce, allowances)
  for (const [name, value] of Object.entries(pageHeaders(nonce, allowances))) response.setHeader(name, value)
  response.setHeader('x-request-id', newRequestId())
  request.headers[PATH_HEADER] = ownPath(request.url ?? '') ?? '/'
  if (!FILE.test(request.url ?? '')) {
    const get = (name: string) => request.headers[name]?.toString() ?? null
    addToVary(response)
    response.setHeader('content-language', requestLanguage({ get }))
  }
  await pages(request, response)
}

/** Next writes a `vary` of its own over whatever stands there. */
function addToVary(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) => {
    if (name.toLowerCase() !== 'vary' || String(value).startsWith(VARY_BY_LANGUAGE)) return setHeader(name, value)
    return setHeader(name, [VARY_BY_LANGUAGE, value].flat().join(', '))
  }
  setHeader('vary', VARY_BY_LANGUAGE)
}
