import type { ServiceError } from '@/lib/errors'
import type { LanguageCode } from '@/lib/i18n/languages'
import type { RateCount } from '@/lib/store/limits/rate-counter'
import { joinHeaders } from './answer/join-headers'
import { plainResponse } from './answer/plain-response'
import { errorHeaders, rateHeaders, refusalOf, withHeaders } from './answer/respond'
import { pageHeaders } from './answer/security-headers'
import type { RouteHandler } from './endpoint'
import { type Admission, admit, arrival, countMore, ElsewhereError } from './limits/admission'
import type { LimitGroupName } from './limits/limits'
import { newNonce, newRequestId } from './request-id'
import { requestLanguage, VARY_BY_LANGUAGE } from './request-language'

/** What the handler of a page is given. */
export interface PageInput {
  request: Request
  params: Record<string, string>
  requestId: string
  /** The caller's address. */
  address: string
  /** The visitor's, to answer in. */
  language: LanguageCode
  /** Stands in the page's content security policy; every inline script or style must carry it. */
  nonce: string
  /** Takes places of a group once it is known how many are needed, as `countMore` does. */
  draw(group: LimitGroupName, places: number): Promise<void>
}

/**
 * Renders a refusal as a whole HTML document.
 * @param rate where the caller stands, when the request was counted
 */
type RenderErrorPage = (
  error: ServiceError,
  input: PageInput,
  rate: RateCount | undefined,
) => string | Uint8Array | Promise<string | Uint8Array>

/** An HTML document. The security headers are pageEndpoint's. */
export function htmlResponse(
  status: number,
  html: string | Uint8Array,
  headers: Record<string, string> = {},
): Response {
  return plainResponse(status, joinHeaders({ 'content-type': 'text/html; charset=utf-8' }, headers), html)
}

/**
 * The counterpart of endpoint for pages that a route handler renders: the same order (request id, reach, rate count,
 * handler, headers), with refusals as HTML. Our own failures are 503 with `retry-after`.
 * @param config `group`: the limit group of the page's endpoint; `headers`: on every answer, refusals too; `scanner`:
 * the page reads QR codes, so that its policy lets it
 * @returns a route handler that throws only when renderError does
 */
export function pageEndpoint(
  config: { group?: LimitGroupName; headers?: Record<string, string>; scanner?: boolean },
  handler: (input: PageInput) => Promise<Response> | Response,
  renderError: RenderErrorPage,
): RouteHandler {
  const vary = [config.headers?.vary, VARY_BY_LANGUAGE].filter(Boolean).join(', ')
  const answer: RouteHandler = async (request, context) => {
    const requestId = newRequestId()
    const nonce = newNonce()
    const admission: Admission = arrival(request)
    const params = ((await context?.params) ?? {}) as Record<string, string>
    const language = requestLanguage(request.headers)
    const draw = (group: LimitGroupName, places: number) => countMore(group, places, admission)
    const input = { request, params, requestId, address: admission.address, language, nonce, draw }
    const headers = () =>
      joinHeaders(
        { 'cache-control': 'private, no-store', 'x-request-id': requestId, 'content-language': language },
        pageHeaders(nonce, { scanner: config.scanner }),
        config.headers,
        { vary },
        rateHeaders(admission.rate),
      )
    try {
      await admit(request, config, admission)
      return withHeaders(await handler(input), headers())
    } catch (thrown) {
      if (thrown instanceof ElsewhereError)
        return plainResponse(307, joinHeaders(headers(), { location: '/not-available' }), null)
      const error = refusalOf(thrown, 'unavailable', requestId)
      const own: Record<string, string> = error.code === 'rate_limited' ? { 'cache-control': 'no-store' } : {}
      const html = await renderError(error, input, admission.rate)
      return withHeaders(htmlResponse(error.status, html, { ...errorHeaders(error), ...own }), headers())
    }
  }
  return Object.assign(answer, { group: config.group })
}
