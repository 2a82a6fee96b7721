import type { WebhookDataKind } from '@/lib/contract/webhook/webhook-body'
import { DELIVERY_PAUSES, DISABLED_AFTER_MS, restAfter } from '@/lib/domain/webhook/retry-schedule'
import { log } from '@/lib/log'
import type { PostedAnswer } from '@/lib/net/post/read-posted'
import { noteActivity } from '@/lib/service/desk/note-activity'
import { requireOwnKey } from '@/lib/service/keys/is-under-another-key'
import { transaction } from '@/lib/store/database/database'
import { type ClaimedDelivery, returnDelivery, settleDelivery } from '@/lib/store/webhooks/delivery-queue'
import { hasLateDelivery } from '@/lib/store/webhooks/webhook-deliveries'
import { changeWebhook, holdWebhook, noteArrived, noteFailed, type StoredWebhook } from '@/lib/store/webhooks/webhooks'
import { toldNow } from './announce'
import { postWebhook } from './post-webhook'

/** With this status a receiver says that it wants nothing more, ever (Standard Webhooks). */
const GONE = 410

/**
 * Sends a delivery that was taken on, and notes what came of it.
 * @throws ServiceError `unavailable` in a process under another key, where no webhook counts: nobody is to blame for that
 */
export async function deliver(claimed: ClaimedDelivery): Promise<void> {
  const { id, kind, data, occurredAt, webhook } = claimed
  if (webhook === null) {
    await requireOwnKey()
    await settleDelivery(claimed, 'failed', 'not_sent')
    return
  }
  const body = {
    type: kind as WebhookDataKind,
    timestamp: occurredAt.toISOString(),
    data: toldNow(JSON.parse(data) as Record<string, unknown>),
  }
  const answer = await postWebhook(webhook, id, body)
  const result = resultOf(answer)
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) {
    await settleDelivery(claimed, 'delivered', result)
    await noteArrived(webhook.id)
    return
  }
  log.warn({ webhook: webhook.id, delivery: id, result }, 'a webhook was not delivered')
  // Before the place of this one is free: another would be sent to it otherwise.
  const failingForMs = await noteFailed(webhook.id, restAfter)
  const pause = DELIVERY_PAUSES[claimed.attempts - 1]
  if (pause === undefined) await settleDelivery(claimed, 'failed', result)
  else await returnDelivery(claimed, result, pause)
  if (result === `${GONE}` || (await hasFailedTooLong(webhook, failingForMs))) await disable(webhook)
}

/** Since when nothing arrives is under no seal: what did not arrive must be as old. */
async function hasFailedTooLong({ id }: StoredWebhook, failingForMs: number): Promise<boolean> {
  return failingForMs >= DISABLED_AFTER_MS && (await hasLateDelivery(id, DISABLED_AFTER_MS))
}

/** A status, or a word that says as much as an outsider may learn. */
export function resultOf(answer: PostedAnswer): string {
  if (answer.kind === 'answered') return `${answer.status}`
  return answer.reason.includes('TLS') ? 'tls' : answer.kind
}

async function disable({ id, issuerId, url }: StoredWebhook): Promise<void> {
  await transaction(async (tx) => {
    const held = await holdWebhook(tx, issuerId, id)
    if (held?.state !== 'active') return
    await changeWebhook(tx, id, { state: 'disabled' })
    const what = { action: 'webhook.disabled', subject: new URL(url).hostname }
    await noteActivity(tx, { issuerId, actor: 'service', ...what })
  })
}
