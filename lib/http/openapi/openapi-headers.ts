import type { OpenApiHeader } from '@/lib/contract/openapi/openapi-document'
import type { AnswerHeader } from '@/lib/contract/openapi/operation'

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

/** Every answer header that tells its caller something (interface.md part 7). */
export const OPENAPI_HEADERS = {
  'x-request-id': text('Name of this request in the logs of the service; quote it when you report a problem.'),
  'cache-control': text('Answers describe one moment and are not kept; a status list is asked for again.', {
    enum: [
      'no-store',
      'no-cache',
      ...[2, 300, 3600].map((seconds) => `public, max-age=${seconds}`),
      'public, max-age=31536000, immutable',
    ],
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
  location: text('Where to ask instead: a path of this service.', { pattern: '^/[^/]' }),
  etag: text('Names these very bytes.', { pattern: '^"[0-9a-f]{64}(-br|-gzip)?"$' }),
  'repr-digest': text('SHA-256 of the whole file (RFC 9530).', { pattern: '^sha-256=:[A-Za-z0-9+/]{43}=:$' }),
  'content-disposition': text('A name for the file, in any script (RFC 6266).'),
  'accept-ranges': text('Whether a range of its bytes can be asked for.', { enum: ['bytes', 'none'] }),
  'content-range': text('Which bytes these are, or how many there are.', { pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' }),
} as const satisfies Record<string, OpenApiHeader> & Record<AnswerHeader, OpenApiHeader>

type OpenApiHeaderName = keyof typeof OPENAPI_HEADERS

/** On every answer. */
const STANDARD = ['x-request-id', 'cache-control', 'x-content-type-options', 'cross-origin-resource-policy'] as const

/** On every answer to a counted request. */
const RATE = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-source'] as const

/**
 * The headers of one answer.
 * @param rate `maybe` where some of these answers are given before the request is counted
 * @param own further headers of this answer
 * @param ofSome headers that not every one of these answers carries
 */
export function openApiHeaders(
  rate: 'never' | 'maybe' | 'always',
  own: readonly OpenApiHeaderName[] = [],
  ofSome: readonly OpenApiHeaderName[] = [],
): Record<string, OpenApiHeader> {
  const headers: Record<string, OpenApiHeader> = {}
  for (const name of [...STANDARD, ...own, ...(rate === 'always' ? RATE : [])]) headers[name] = reference(name)
  for (const name of [...ofSome, ...(rate === 'maybe' ? RATE : [])]) {
    headers[name] = { ...OPENAPI_HEADERS[name], required: false }
  }
  return headers
}

function reference(name: OpenApiHeaderName): OpenApiHeader {
  return { $ref: `#/components/headers/${name}` }
}
