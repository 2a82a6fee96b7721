import type { WebhookBody } from '@/lib/contract/webhook/webhook-body'
import { webhookSignature } from '@/lib/crypto/signature/webhook-signature'
import { ServiceError } from '@/lib/errors'
import { postGuarded } from '@/lib/net/post/post-guarded'
import type { PostedAnswer } from '@/lib/net/post/read-posted'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import type { StoredWebhook } from '@/lib/store/webhooks/webhooks'
import { webhookDoor } from './webhook-door'
import { decryptWebhookSecret } from './webhook-secret'

/**
 * Sends a message to a webhook, signed under Standard Webhooks.
 * @param id the same at each attempt, so that a receiver tells doubles apart
 * @throws ServiceError `unavailable` when the webhook's secret cannot be opened
 */
export async function postWebhook(
  { id: webhookId, url, secret: encrypted }: StoredWebhook,
  id: string,
  message: WebhookBody,
): Promise<PostedAnswer> {
  const secret = decryptWebhookSecret(encrypted, webhookId, keyEncryptionKey())
  if (secret === null) throw new ServiceError('unavailable', 'The secret of this webhook cannot be opened just now.')
  const body = JSON.stringify(message)
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': webhookSignature(secret, { id, timestamp, body }),
  }
  return postGuarded(url, body, headers, webhookDoor())
}
