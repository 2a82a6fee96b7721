import { decryptMail, recipientMac } from '@/lib/service/mail/encrypt-mail'
import type { MailOrder } from '@/lib/service/mail/enqueue-mail'
import type { Transaction } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { dropTakenOver, holdWaitingMail } from '@/lib/store/mail/mail-messages'

/** A message to a watcher. */
export type NoticeOrder = Extract<MailOrder, { kind: 'watch_notice' }>
type Event = NoticeOrder['events'][number]

/**
 * The messages, with the events of those that wait for the same watchers, which then do not go out: what is told next is told in one
 * message, from what the watcher knows (decision 143). One that is under way stays as it is.
 */
export async function withWaitingEvents(tx: Transaction, orders: readonly NoticeOrder[]): Promise<NoticeOrder[]> {
  if (orders.length === 0) return []
  const key = keyEncryptionKey()
  const rows = await holdWaitingMail(
    tx,
    'watch_notice',
    orders.map(({ to }) => recipientMac(to, key)),
  )
  const waiting = new Map<string, Event[]>()
  const taken: string[] = []
  const secrets = new Set(orders.map(({ secret }) => secret))
  for (const { id, sealed } of rows) {
    const content = decryptMail(sealed, id, key)?.content
    // Another link to the same address is that of a watcher who is gone, of whom it is the last message.
    if (content?.kind !== 'watch_notice' || !secrets.has(content.secret)) continue
    waiting.set(content.secret, [...(waiting.get(content.secret) ?? []), ...content.events])
    taken.push(id)
  }
  await dropTakenOver(tx, taken)
  return orders.map((order) => ({
    ...order,
    events: eachOnce([...(waiting.get(order.secret) ?? []), ...order.events]),
  }))
}

/** The events in their order, the newest of those that say the same: years without a mail server make no endless message. */
function eachOnce(events: readonly Event[]): Event[] {
  const last = new Map(events.map((event, at) => [`${event.change} ${event.certificateId}`, at]))
  return events.filter((event, at) => last.get(`${event.change} ${event.certificateId}`) === at)
}
