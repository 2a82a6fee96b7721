import { z } from 'zod'
import type { OpenApiDocument, OpenApiParameter } from '@/lib/contract/openapi/openapi-document'
import {
  exampleWebhookData,
  WEBHOOK_DATA,
  WEBHOOK_DATA_KINDS,
  WEBHOOK_SENT,
  type WebhookDataKind,
} from '@/lib/contract/webhook/webhook-body'
import type { OpenApiSchemas } from './openapi-schemas'

const SIGNED =
  'Signed under Standard Webhooks with the secret of the webhook. It arrives at least once: `webhook-id` tells doubles ' +
  'apart. Messages come in any order, and are answered within 15 seconds. They name nobody: ask for the certificate by its ' +
  'serial. Nothing is sent of an expiry, a suspended issuer or an erasure, nor of what happens while the webhook is paused.'

const HEADERS: OpenApiParameter[] = [
  ['webhook-id', 'The same at each attempt', '0b6f3c52-8d4e-4a57-9b1c-7d2f5e8a9c10'],
  ['webhook-timestamp', 'Seconds since 1970, of this attempt', '1795424800'],
  ['webhook-signature', '`v1,` and the base64 of an HMAC-SHA256 over id, timestamp and body', 'v1,g0hM9SsE+OTPJTGt/…'],
].map(([name = '', description = '', example = '']) => ({
  ...{ name, in: 'header' as const, required: true, description, schema: { type: 'string' }, example },
}))

/** The OpenAPI form of every message that a webhook gets (spec part 14). */
export function openApiWebhooks(schemas: OpenApiSchemas, baseUrl: string): OpenApiDocument['webhooks'] {
  return Object.fromEntries(WEBHOOK_DATA_KINDS.map((kind) => [kind, { post: message(kind, schemas, baseUrl) }]))
}

function message(kind: WebhookDataKind, schemas: OpenApiSchemas, baseUrl: string) {
  const timestamp = z.iso.datetime().describe('When it happened')
  const shape = z.object({ type: z.literal(kind), timestamp, data: WEBHOOK_DATA[kind] })
  const example = { type: kind, timestamp: '2026-11-23T08:00:00.000Z', data: exampleWebhookData(kind, baseUrl) }
  return {
    summary: WEBHOOK_SENT[kind],
    description: SIGNED,
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.add(shape, 'output'), example: shape.parse(example) } },
    },
    responses: {
      ...(kind === 'webhook.challenge'
        ? { 200: { description: 'With `{"challenge": "…"}`, the same value: the address is confirmed.' } }
        : { '2XX': { description: 'Taken. Any other status, a redirect too, is tried again for a day.' } }),
      410: { description: 'The receiver wants nothing more, ever.' },
    },
  }
}
