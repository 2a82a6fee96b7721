/** A JSON Schema, as far as the shapes of this service use it (draft 2020-12). */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  default?: unknown
}

export interface OpenApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: string
}

export interface OpenApiHeader {
  $ref?: string
  description?: string
  required?: boolean
  schema?: JsonSchema
}

interface OpenApiMedia {
  schema?: JsonSchema
  example?: unknown
}

export interface OpenApiResponse {
  description: string
  headers: Record<string, OpenApiHeader>
  content?: Record<string, OpenApiMedia>
}

/** How often an endpoint may be asked. */
interface OpenApiRateLimit {
  group: string
  requests: number
  window_seconds: number
  per: 'address' | 'issuer_key'
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: OpenApiParameter[]
  requestBody?: { required: boolean; description: string; content: Record<string, OpenApiMedia> }
  responses: Record<string, OpenApiResponse>
  security: Record<string, string[]>[]
  'x-rate-limit'?: OpenApiRateLimit
  /** Bytes. */
  'x-max-body-size'?: number
}

/** A message that this service sends. */
interface OpenApiWebhook {
  summary: string
  description: string
  parameters: OpenApiParameter[]
  requestBody: { required: boolean; content: Record<string, OpenApiMedia> }
  responses: Record<string, { description: string }>
}

/** The OpenAPI 3.1 document of this service: that standard's object, as far as it is used here. */
export interface OpenApiDocument {
  openapi: string
  info: {
    title: string
    version: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Partial<Record<'get' | 'post', OpenApiOperation>>>
  /** What this service sends to programs of issuers, by its kind. */
  webhooks: Record<string, { post: OpenApiWebhook }>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, OpenApiHeader>
    securitySchemes: Record<string, { type: string; scheme: string; bearerFormat: string; description: string }>
  }
}
