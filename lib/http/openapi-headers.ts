import type { OpenApiHeader } from '@/lib/contract/openapi-document'

const text = (description: string, schema = {}): OpenApiHeader => ({
  description,
  required: true,
  schema: { type: 'string', ...schema },
})
const count = (description: string, minimum: number): OpenApiHeader => ({
  description,
  required: true,
  schema: { type: 'integer', minimum },
})

/** Every header that an answer under /api can carry beyond those of HTTP itself (interface.md part 7). */
export const OPENAPI_HEADERS = {
  'x-request-id': text('Name of this request in the logs of the service; quote it when you report a problem.'),
  'cache-control': text('Answers describe one moment and are not kept; a status list is asked for again.', {
    enum: ['no-store', 'no-cache'],
  }),
  'x-content-type-options': text('The type is as declared.', { const: 'nosniff' }),
  'cross-origin-resource-policy': text('No page of another site may embed it.', { const: 'same-origin' }),
  'x-ratelimit-limit': count('The limit for the endpoint group.', 1),
  'x-ratelimit-remaining': count('Requests left in the window.', 0),
  'x-ratelimit-reset': text('When the window resets, ISO 8601 in UTC.', { format: 'date-time' }),
  'x-ratelimit-source': text('Name of the counting source.', { enum: ['redis', 'memory'] }),
  'retry-after': count('Seconds to wait.', 1),
  'www-authenticate': text('How to authenticate.', { const: 'Bearer realm="issuer"' }),
  allow: text('The methods that this address answers.'),
} as const satisfies Record<string, OpenApiHeader>

export type OpenApiHeaderName = keyof typeof OPENAPI_HEADERS

/** On every answer. */
const STANDARD = ['x-request-id', 'cache-control', 'x-content-type-options', 'cross-origin-resource-policy'] as const

/** On every answer to a counted request. */
const RATE = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-source'] as const

/**
 * The headers of one answer.
 * @param rate `maybe` where some of these answers are given before the request is counted
 * @param own further headers of this answer
 */
export function openApiHeaders(
  rate: 'never' | 'maybe' | 'always',
  own: readonly OpenApiHeaderName[] = [],
): Record<string, OpenApiHeader> {
  const headers: Record<string, OpenApiHeader> = {}
  for (const name of [...STANDARD, ...own]) headers[name] = reference(name)
  if (rate === 'never') return headers
  for (const name of RATE) {
    headers[name] = rate === 'always' ? reference(name) : { ...OPENAPI_HEADERS[name], required: false }
  }
  return headers
}

function reference(name: OpenApiHeaderName): OpenApiHeader {
  return { $ref: `#/components/headers/${name}` }
}
