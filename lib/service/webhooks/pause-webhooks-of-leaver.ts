import { noteActivity } from '@/lib/service/desk/note-activity'
import type { Transaction } from '@/lib/store/database/database'
import { pauseWebhooksOf } from '@/lib/store/webhooks/webhooks'

/** Pauses the webhooks that a person answered for, in the transaction in which they stop being an owner. */
export async function pauseWebhooksOfLeaver(
  tx: Transaction,
  { issuerId, actor, address }: { issuerId: string; actor: string; address: string | null },
  userId: string,
): Promise<void> {
  for (const { url } of await pauseWebhooksOf(tx, issuerId, userId)) {
    const what = { action: 'webhook.paused', subject: new URL(url).hostname }
    await noteActivity(tx, { issuerId, actor, address, ...what })
  }
}
