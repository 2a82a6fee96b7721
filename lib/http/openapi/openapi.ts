import { DECISION_RULE } from '@/lib/contract/check/outcomes'
import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import { openApiShape } from '@/lib/contract/openapi/openapi-shape'
import { OPERATION_TAGS } from '@/lib/contract/openapi/operation'
import { OPERATIONS } from '@/lib/contract/openapi/operations'
import { env } from '@/lib/env'
import { OPENAPI_HEADERS } from './openapi-headers'
import { openApiOperation } from './openapi-operation'
import { OpenApiSchemas } from './openapi-schemas'
import { openApiWebhooks } from './openapi-webhooks'

const DESCRIPTION = [
  DECISION_RULE,
  'Answers describe the certificate at the moment of the request: do not keep a result longer than your own decision ' +
    'needs it. A genuine result does not show that the person presenting the certificate is the person named in it.',
  'Every JSON answer carries `success`; when it is false, `error` is a sentence that says why. New fields are added ' +
    'over time: ignore those that you do not know. Times are ISO 8601 in UTC. HEAD is answered wherever GET is, and is ' +
    'not counted as a check. There are no CORS headers: call the service from a server.',
].join('\n\n')

let made: { from: string; document: OpenApiDocument; bytes: Uint8Array } | undefined

/** The OpenAPI 3.1 document of this service, made once for its configuration (spec part 5). */
export function openApiDocument(): OpenApiDocument {
  return madeForConfiguration().document
}

/** The same as it is sent: one array for its configuration. */
export function openApiBytes(): Uint8Array {
  return madeForConfiguration().bytes
}

function madeForConfiguration() {
  const { BASE_URL, API_KEY_PREFIX } = env()
  const from = `${BASE_URL} ${API_KEY_PREFIX}`
  if (made?.from !== from) {
    const document = make(BASE_URL, API_KEY_PREFIX)
    made = { from, document, bytes: Buffer.from(JSON.stringify(openApiShape.parse(document))) }
  }
  return made
}

function make(baseUrl: string, keyPrefix: string): OpenApiDocument {
  const schemas = new OpenApiSchemas()
  const paths: OpenApiDocument['paths'] = {}
  for (const row of OPERATIONS) {
    paths[row.path] = { ...paths[row.path], [row.method]: openApiOperation(row, schemas, baseUrl) }
  }
  const used = new Set<string>(OPERATIONS.map((row) => row.tag))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Certificate verification and issuer lookup',
      version: '1.0.0',
      description: DESCRIPTION,
      contact: { name: 'Whoever runs this service', url: `${baseUrl}/report` },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(OPERATION_TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: openApiWebhooks(schemas, baseUrl),
    components: {
      schemas: schemas.components,
      headers: { ...OPENAPI_HEADERS },
      securitySchemes: {
        issuerKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${keyPrefix}_…`,
          description:
            'The key of an issuing organization. It reads that organization’s certificates and nothing else. Keep it ' +
            'on your server, never in a web page or an app.',
        },
        metricsToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'opaque',
          description: 'What the operator set as METRICS_TOKEN.',
        },
      },
    },
  }
}
