import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A fresh secret, as Standard Webhooks writes it: `whsec_` and base64. */
export function generateWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** A message as it is signed. */
interface SignedMessage {
  id: string
  /** Seconds since 1970, of this attempt. */
  timestamp: number
  /** The body, as it is sent. */
  body: string
}

/**
 * Signs a message under Standard Webhooks 1.0.0 (symmetric: HMAC-SHA256).
 * @param secret as `generateWebhookSecret` makes it
 * @returns the value of `webhook-signature`
 */
export function webhookSignature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`
}
