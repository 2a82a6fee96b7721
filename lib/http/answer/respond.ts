import { ServiceError } from '@/lib/errors'
import { kindsOfError, log } from '@/lib/log'
import type { RateCount } from '@/lib/store/limits/rate-counter'
import { joinHeaders } from './join-headers'
import { plainAnswer, plainResponse } from './plain-response'

/** The wait in whole seconds if nothing better is known. */
const RETRY_AFTER_SECONDS = 5

/** The headers of every answer under /api (spec part 1); no CORS header is among them. */
export function standardHeaders(requestId: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'x-request-id': requestId,
  }
}

/** The headers of a counted answer (interface.md part 7), or none. */
export function rateHeaders(rate: RateCount | undefined): Record<string, string> {
  if (rate === undefined) return {}
  return {
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-reset': rate.resetAt.toISOString(),
    'x-ratelimit-source': rate.source,
  }
}

/** A JSON answer. Encoded here, once: its length is asked for before it is written. */
export function jsonResponse(status: number, headers: Record<string, string>, body: unknown): Response {
  const bytes = Buffer.from(JSON.stringify(body))
  return plainResponse(status, joinHeaders(headers, { 'content-type': 'application/json; charset=utf-8' }), bytes)
}

/** Headers that a refusal needs beyond the standard ones: `retry-after`, `allow`, `www-authenticate`. */
export function errorHeaders(error: ServiceError): Record<string, string> {
  const headers: Record<string, string> = {}
  const always = error.code === 'rate_limited' || error.code === 'unavailable' || error.code === 'internal'
  const wait = error.retryAfterSeconds ?? (always ? RETRY_AFTER_SECONDS : undefined)
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)))
  if (error.code === 'unauthorized') headers['www-authenticate'] = 'Bearer realm="issuer"'
  return joinHeaders(headers, error.headers)
}

/** A refusal as JSON: `{ success: false, error, …details }` (interface.md part 7). The cause stays here. */
export function errorResponse(error: ServiceError, headers: Record<string, string>): Response {
  const body = { ...error.details, success: false, error: error.message }
  return jsonResponse(error.status, joinHeaders(headers, errorHeaders(error)), body)
}

/**
 * Turns whatever was thrown into a refusal, and writes to the log what is nobody's business outside.
 * @param failure `internal` on the issuer interface, which knows no 503; `unavailable` on public endpoints
 */
export function refusalOf(thrown: unknown, failure: 'internal' | 'unavailable', requestId: string): ServiceError {
  const known = thrown instanceof ServiceError
  const ours = !known || thrown.code === 'internal' || thrown.code === 'unavailable'
  if (!known) log.error({ requestId, err: thrown }, 'a request failed')
  else if (thrown.cause !== undefined && ours) log.error({ requestId, err: thrown }, 'a request was refused')
  else if (thrown.cause !== undefined)
    log.info({ requestId, code: thrown.code, cause: kindsOfError(thrown.cause) }, 'a request was refused')
  if (known && (!ours || thrown.code === failure)) return thrown
  return new ServiceError(failure, known ? thrown.message : SENTENCES[failure], {
    retryAfterSeconds: known ? thrown.retryAfterSeconds : undefined,
    headers: known ? thrown.headers : {},
    details: known ? thrown.details : {},
  })
}

const SENTENCES = {
  internal: 'Something failed on our side. Try again in a moment.',
  unavailable: 'The request could not be completed just now. Try again in a moment.',
}

/**
 * Adds headers to a Response that a handler made; what the handler set itself stays.
 * @returns the same Response where its headers can be changed, else a copy
 */
export function withHeaders(response: Response, headers: Record<string, string>): Response {
  const plain = plainAnswer(response)
  if (plain)
    return plainResponse(
      plain.status,
      joinHeaders(headers, plain.headers, { 'x-request-id': headers['x-request-id'] ?? '' }),
      plain.body,
    )
  const copy = new Response(response.body, response)
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'x-request-id' || !copy.headers.has(name)) copy.headers.set(name, value)
  }
  return copy
}
