import type { z } from 'zod'
import { ServiceError } from '@/lib/errors'
import { Semaphore } from '@/lib/service/operation/semaphore'
import { servingDeadlineMs } from '@/lib/store/database/deadlines'
import { joinHeaders } from './answer/join-headers'
import { errorResponse, jsonResponse, rateHeaders, refusalOf, standardHeaders, withHeaders } from './answer/respond'
import {
  type Admission,
  admit,
  arrival,
  type AuthenticateApiKey,
  authenticateStill,
  countMore,
  ElsewhereError,
  type ApiKeyHolder,
} from './limits/admission'
import type { LimitGroupName } from './limits/limits'
import { parseInput, queryOf } from './receive/parse-input'
import { readJson, refuseEncoding, refuseTooLarge } from './receive/read-body'
import { newRequestId } from './request-id'

/** The function that Next and the listener call: the value of `export const GET` and of the other methods. */
export interface RouteHandler {
  (request: Request, context?: { params: Promise<Record<string, string | string[] | undefined>> }): Promise<Response>
  /** What its requests are measured under. */
  group?: LimitGroupName | undefined
}

/** Everything that distinguishes one endpoint from another before its handler runs. */
interface EndpointConfig<Params, Query, Body, Answer> {
  /** Limit group, which also decides on reach; left out, the endpoint is neither counted nor bound to countries. */
  group?: LimitGroupName
  /**
   * How many places of the group a request takes, all or none, where its body says so: they are then counted once the body
   * was parsed, and the body itself before it is read. Left out, one, counted before the body is read.
   * @throws ServiceError for what the shapes let through and is refused all the same: it takes none
   */
  places?: (input: { query: Query; body: Body }) => number
  /** Issuer interface: a key is required, and the group counts per key. */
  key?: AuthenticateApiKey
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  /** With `shape` a JSON body is read and parsed; without, the handler reads `request.body` up to `maxBytes` itself. */
  body?: { maxBytes: number; shape?: z.ZodType<Body> }
  /** The answer's wire shape; what it does not name is not sent. Left out where the handler makes every Response. */
  response?: z.ZodType<Answer>
  /** What our own failures are called: `internal` (500) on lookup, else `unavailable` (503). */
  failure?: 'internal' | 'unavailable'
  /** On every answer, refusals too. */
  headers?: Record<string, string>
  /** How many of its requests are worked on at a time, where an answer is large; left out, all of them. */
  atOnce?: number
}

/** What a handler gets. */
interface EndpointInput<Params, Query, Body> {
  request: Request
  requestId: string
  /** The caller's address. */
  address: string
  params: Params
  query: Query
  body: Body
  /** The key's owner. @throws Error where the endpoint asks for no key */
  issuer: ApiKeyHolder
  /** Takes places of another group, too, as `countMore` does. */
  draw(group: LimitGroupName, places: number): Promise<void>
}

/** An answer with a status or headers of its own. */
export class Reply<Answer> {
  constructor(
    readonly answer: Answer,
    readonly options: { status?: number; headers?: Record<string, string> } = {},
  ) {}
}

type Handler<Params, Query, Body, Answer> = (
  input: EndpointInput<Params, Query, Body>,
) => Promise<Answer | Reply<Answer> | Response> | Answer | Reply<Answer> | Response

/**
 * Wraps a handler in everything that all endpoints share, in this order and nowhere else:
 * request id, reach (307), API key (401), rate count (429 or 503), body size (413), input parsing (400), handler,
 * output parsing, headers. If the endpoint has a semaphore, the handler waits for it. HEAD runs it too; the listener drops the body.
 * @returns a route handler that never throws
 */
export function endpoint<Params = unknown, Query = unknown, Body = unknown, Answer = unknown>(
  config: EndpointConfig<Params, Query, Body, Answer>,
  handler: Handler<Params, Query, Body, Answer>,
): RouteHandler {
  const semaphore = config.atOnce === undefined ? null : new Semaphore(config.atOnce, servingDeadlineMs)
  const answer: RouteHandler = async (request, context) => {
    const requestId = newRequestId()
    const admission = arrival(request)
    const headers = () => joinHeaders(standardHeaders(requestId), config.headers, rateHeaders(admission.rate))
    try {
      await admit(request, config, admission)
      const input = await readInput(config, request, context)
      // A body may take two minutes: a key that was revoked meanwhile gets no answer.
      if (config.key && config.body) await authenticateStill(request, config.key, admission)
      if (config.places && config.group) await countMore(config.group, config.places(input), admission)
      const work = async () => {
        const result = await handler(new Input(request, requestId, admission, input))
        return present(config, result, headers())
      }
      return await (semaphore ? semaphore.run(work) : work())
    } catch (thrown) {
      if (thrown instanceof ElsewhereError) return elsewhere(headers())
      return errorResponse(refusalOf(thrown, config.failure ?? 'unavailable', requestId), headers())
    }
  }
  return Object.assign(answer, { group: config.group })
}

class Input<Params, Query, Body> implements EndpointInput<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** A property, so that a handler may take it out of its input. */
  readonly draw = (group: LimitGroupName, places: number) => countMore(group, places, this.admission)

  constructor(
    readonly request: Request,
    readonly requestId: string,
    private readonly admission: Admission,
    parsed: { params: Params; query: Query; body: Body },
  ) {
    this.params = parsed.params
    this.query = parsed.query
    this.body = parsed.body
  }

  get address(): string {
    return this.admission.address
  }

  get issuer(): ApiKeyHolder {
    if (this.admission.issuer === undefined) throw new Error('This endpoint asks for no API key.')
    return this.admission.issuer
  }
}

/** Size first, so that nothing of an oversized request is parsed. What an endpoint has no shape for is not looked at. */
async function readInput<Params, Query, Body, Answer>(
  { body, params, query }: EndpointConfig<Params, Query, Body, Answer>,
  request: Request,
  context: Parameters<RouteHandler>[1],
): Promise<{ params: Params; query: Query; body: Body }> {
  if (body) {
    refuseTooLarge(request, body.maxBytes)
    refuseEncoding(request)
  }
  const json = body?.shape ? await readJson(request, body.maxBytes) : undefined
  return {
    params: (params ? parseInput(params, await context?.params) : undefined) as Params,
    query: (query ? parseInput(query, queryOf(request.url)) : undefined) as Query,
    body: (body?.shape ? parseInput(body.shape, json) : undefined) as Body,
  }
}

/** A ZodError here is our own fault and goes the way of every unknown error. */
function present<Answer>(
  config: { response?: z.ZodType<Answer> },
  result: Answer | Reply<Answer> | Response,
  headers: Record<string, string>,
): Response {
  if (result instanceof Response) return withHeaders(result, headers)
  if (config.response === undefined) throw new Error('The endpoint declares no response shape.')
  const { answer, options } = result instanceof Reply ? result : new Reply(result)
  return jsonResponse(options.status ?? 200, joinHeaders(headers, options.headers), config.response.parse(answer))
}

/** interface.md part 8. The path alone: a redirect never repeats a host that the request named. */
function elsewhere(headers: Record<string, string>): Response {
  const error = new ServiceError('malformed', 'This part of the service is not available where the request came from.')
  return jsonResponse(307, joinHeaders(headers, { location: '/not-available' }), {
    success: false,
    error: error.message,
  })
}
