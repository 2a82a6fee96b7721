import { countLost } from '@/lib/store/webhooks/webhook-deliveries'
import type { StoredWebhook } from '@/lib/store/webhooks/webhooks'

/** A webhook with how many of its deliveries did not arrive and are tried no more. */
export type CountedWebhook = StoredWebhook & { lost: number }

/** Counts for each webhook what was lost. */
export async function withLost(webhooks: readonly StoredWebhook[]): Promise<CountedWebhook[]> {
  const lost = await countLost(webhooks.map(({ id }) => id))
  return webhooks.map((webhook) => ({ ...webhook, lost: lost.get(webhook.id) ?? 0 }))
}
