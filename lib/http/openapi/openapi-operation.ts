import type { z } from 'zod'
import { failureShape } from '@/lib/contract/failure'
import { ANSWER_EXAMPLES, REQUEST_EXAMPLES } from '@/lib/contract/openapi/media-examples'
import type {
  JsonSchema,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from '@/lib/contract/openapi/openapi-document'
import type { MediaBody, AnswerHeader, Operation, OperationAnswer } from '@/lib/contract/openapi/operation'
import { refusalOfStatus, type RefusalStatus } from '@/lib/contract/refusals'
import { LIMITS, type LimitGroup } from '@/lib/http/limits/limits'
import { openApiHeaders } from './openapi-headers'
import type { OpenApiSchemas } from './openapi-schemas'

/** Headers that a refusal carries beyond those of every answer. */
const OWN_HEADERS = new Map<number, AnswerHeader[]>([
  [401, ['www-authenticate']],
  [405, ['allow']],
  [416, ['content-range']],
  [429, ['retry-after']],
  [500, ['retry-after']],
  [503, ['retry-after']],
])

/** Refusals that come before the request is counted, or can. */
const NEVER_COUNTED = new Set<number>([405, 414])
const BEFORE_THE_COUNT = new Set<number>([400, 500, 503])

/**
 * Makes the OpenAPI form of an endpoint: what its row says, what the rate table says of its group, and the refusals
 * that follow from both.
 * @throws Error when the row names a group that the rate table does not have
 */
export function openApiOperation(operation: Operation, schemas: OpenApiSchemas, baseUrl: string): OpenApiOperation {
  const group = operation.group === undefined ? undefined : groupOf(operation.group)
  const { body } = operation
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    parameters: (['path', 'query', 'header'] as const).flatMap((where) => parameters(operation, where, schemas)),
    ...(body && { requestBody: requestBody(body, schemas, exampleOf(REQUEST_EXAMPLES[operation.id], baseUrl)) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, row]) => [
          status,
          answer(
            row,
            schemas,
            baseUrl,
            status === '200' ? exampleOf(ANSWER_EXAMPLES[operation.id], baseUrl) : NO_EXAMPLE,
            group,
          ),
        ]),
      ),
      ...(group?.reach && { 307: redirect(schemas) }),
      ...Object.fromEntries(
        refusalsOf(operation).map((status) => [String(status), refusal(status, operation, schemas)]),
      ),
    },
    security: operation.key ? [{ issuerKey: [] }] : operation.metricsToken ? [{ metricsToken: [] }] : [],
    ...(group && { 'x-rate-limit': rateLimit(group, operation) }),
    ...(body && { 'x-max-body-size': body.maxBytes }),
  }
}

function groupOf(name: string): LimitGroup {
  const group = Object.values(LIMITS).find((row) => row.name === name)
  if (!group) throw new Error(`The rate table has no group ${name}.`)
  return group
}

function rateLimit(group: LimitGroup, { key }: Operation) {
  const per = key ? ('issuer_key' as const) : ('address' as const)
  return { group: group.name, requests: group.limit, window_seconds: 60, per }
}

function parameters(operation: Operation, where: OpenApiParameter['in'], schemas: OpenApiSchemas): OpenApiParameter[] {
  const shapes = { path: operation.params, query: operation.query, header: operation.headers }
  const shape: z.ZodObject | undefined = shapes[where]
  if (!shape) return []
  const { properties = {}, required = [] } = schemas.add(shape, 'input')
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const example = operation.exampleParams?.[name]
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema,
      ...(example !== undefined && { example }),
    }
  })
}

/** The example of a media type that has one beside the operation's own. */
type ExampleOf = (type: string) => { example?: unknown }
const NO_EXAMPLE: ExampleOf = () => ({})

function exampleOf(examples: (typeof ANSWER_EXAMPLES)[string] | undefined, baseUrl: string): ExampleOf {
  return (type) => {
    const make = examples?.[type]
    return make ? { example: make(baseUrl) } : {}
  }
}

function requestBody(body: NonNullable<Operation['body']>, schemas: OpenApiSchemas, example: ExampleOf) {
  const json = {
    ...(body.shape && { schema: schemas.add(body.shape, 'input') }),
    ...(body.example !== undefined && { example: body.example }),
  }
  const content = {
    ...(body.shape && { 'application/json': json }),
    ...contentOf(body.bodies, schemas, 'input', example),
  }
  return { required: true, description: `At most ${body.maxBytes} bytes, without a content-encoding.`, content }
}

function answer(
  row: OperationAnswer,
  schemas: OpenApiSchemas,
  baseUrl: string,
  ofType: ExampleOf,
  group?: LimitGroup,
): OpenApiResponse {
  const { description, shape, bodies, headers, headersOfSome, example } = row
  const json = {
    ...(shape && { schema: schemas.add(shape, 'output') }),
    ...(example ? { example: example(baseUrl) } : ofType('application/json')),
  }
  const content = { ...(shape && { 'application/json': json }), ...contentOf(bodies, schemas, 'output', ofType) }
  return {
    description,
    headers: openApiHeaders(group ? 'always' : 'never', headers, headersOfSome),
    ...(Object.keys(content).length > 0 && { content }),
  }
}

function contentOf(
  bodies: OperationAnswer['bodies'] = {},
  schemas: OpenApiSchemas,
  io: 'input' | 'output',
  example: ExampleOf,
) {
  const media = Object.entries(bodies).map(
    ([type, body]) => [type, { schema: bodySchema(body, schemas, io), ...example(type) }] as const,
  )
  return Object.fromEntries(media)
}

/** `format: binary` is of OpenAPI 3.0, and what makers of clients go by still. */
function bodySchema(body: MediaBody, schemas: OpenApiSchemas, io: 'input' | 'output'): JsonSchema {
  if (body === 'bytes') return { type: 'string', format: 'binary' }
  return body === 'text' ? { type: 'string' } : schemas.add(body, io)
}

function refusalsOf(operation: Operation): RefusalStatus[] {
  const own = Object.keys(operation.refusals ?? {}).map(Number) as RefusalStatus[]
  const always: RefusalStatus[] = [400, 405, 414, operation.failure ?? 503]
  if (operation.key) always.push(401)
  if (operation.body) always.push(413)
  if (operation.group) always.push(429)
  return [...new Set([...own, ...always])].sort((a, b) => a - b)
}

function refusal(status: RefusalStatus, operation: Operation, schemas: OpenApiSchemas): OpenApiResponse {
  const counted = operation.group && !NEVER_COUNTED.has(status)
  const isEarly = BEFORE_THE_COUNT.has(status)
  const rate = counted ? (isEarly ? 'maybe' : 'always') : 'never'
  return {
    description: operation.refusals?.[status] ?? refusalOfStatus(status).meaning,
    headers: openApiHeaders(rate, OWN_HEADERS.get(status)),
    content: { 'application/json': { schema: schemas.add(failureShape, 'output') } },
  }
}

function redirect(schemas: OpenApiSchemas): OpenApiResponse {
  return {
    description: 'The service does not answer this where the request came from; leads to /not-available.',
    headers: openApiHeaders('never', ['location']),
    content: { 'application/json': { schema: schemas.add(failureShape, 'output') } },
  }
}
