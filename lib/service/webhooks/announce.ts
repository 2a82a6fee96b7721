import { randomUUID } from 'node:crypto'
import { WEBHOOK_DATA, type WebhookData } from '@/lib/contract/webhook/webhook-body'
import type { WebhookKind } from '@/lib/contract/webhook/webhook-kinds'
import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import type { Transaction } from '@/lib/store/database/database'
import { insertDeliveries } from '@/lib/store/webhooks/webhook-deliveries'
import { findWebhooks } from '@/lib/store/webhooks/webhooks'

/** Something that happened at an issuer. */
type Happened = {
  [K in WebhookKind]: { kind: K; at: Date; certificateId: string | null; data: WebhookData<K> }
}[WebhookKind]

/**
 * Queues what happened for the issuer's webhooks that listen to it, in the transaction in which it happens. Nothing is
 * sent here: one query where nobody listens, and one more where somebody does.
 */
export async function announce(tx: Transaction, issuerId: string, happened: readonly Happened[]): Promise<void> {
  const webhooks = (await findWebhooks(tx, issuerId)).filter(({ state }) => state === 'active')
  const deliveries = webhooks.flatMap(({ id: webhookId, kinds }) =>
    happened
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, at, certificateId, data }) => ({
        ...{ id: randomUUID(), webhookId, certificateId, kind, occurredAt: at },
        data: JSON.stringify(WEBHOOK_DATA[kind].parse(data)),
      })),
  )
  await insertDeliveries(tx, deliveries)
}

/** What is said of a certificate. */
export function toldOf(serial: string) {
  return { serial, verification_url: verificationUrl(env().BASE_URL, serial) }
}

/**
 * What was queued, as it is sent: the address is that of the process which sends. The operator's command may have queued it
 * under another BASE_URL, since a withdrawal works under any.
 */
export function toldNow(data: Record<string, unknown>): Record<string, unknown> {
  return typeof data.serial === 'string' && 'verification_url' in data ? { ...data, ...toldOf(data.serial) } : data
}
