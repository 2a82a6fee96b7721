import { randomUUID } from 'node:crypto'
import { decryptMail, recipientMac } from '@/lib/service/mail/encrypt-mail'
import { enqueueMail, type MailOrder } from '@/lib/service/mail/enqueue-mail'
import type { AddressedMail } from '@/lib/service/mail/mail-content'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { dropTakenOver, holdWaitingMail } from '@/lib/store/mail/mail-messages'
import { type ClaimedMail, dropClaimTakenOver } from '@/lib/store/mail/mail-queue'

/** A message to a watcher. */
export type NoticeOrder = Extract<MailOrder, { kind: 'watch_notice' }>
type Event = NoticeOrder['events'][number]

/**
 * The messages, with the events of those that wait for the same watchers, which then do not go out: what is told next is told in one
 * message, from what the watcher knows (decision 143). One that is under way stays as it is: what waits then goes out after it, or is joined with it.
 */
export async function withWaitingEvents(tx: Transaction, orders: readonly NoticeOrder[]): Promise<NoticeOrder[]> {
  if (orders.length === 0) return []
  const waiting = await holdNotices(
    tx,
    orders.map(({ to, secret }) => ({ to, secret })),
  )
  await dropTakenOver(
    tx,
    waiting.map(({ id }) => id),
  )
  return orders.map((order) => {
    const before = waiting.filter(({ secret }) => secret === order.secret)
    return { ...order, events: eachOnce([...before.flatMap(({ events }) => events), ...order.events]) }
  })
}

/**
 * Puts a message that somebody has taken on, and those that came to wait for its watcher while it was under way, into one that is queued in
 * their place: else the later ones would lead on from a version that the watcher was never told of.
 * @returns false where none waits, and this one goes out
 */
export function joinWaitingNotices(claimed: ClaimedMail, { to, content }: AddressedMail): Promise<boolean> {
  if (content.kind !== 'watch_notice') return Promise.resolve(false)
  return transaction(async (tx) => {
    const waiting = await holdNotices(tx, [{ to, secret: content.secret }])
    if (waiting.length === 0) return false
    const { id, claim, createdAt, language } = claimed
    // One whose claim was lost is no longer this one's to tell.
    if (!(await dropClaimTakenOver(tx, id, claim))) return true
    await dropTakenOver(
      tx,
      waiting.map((one) => one.id),
    )
    const all = [...waiting, { ...content, createdAt }].sort((one, other) => +one.createdAt - +other.createdAt)
    const events = eachOnce(all.flatMap((one) => one.events))
    const last = all.some((one) => one.last)
    await enqueueMail(tx, { ...content, events, last, to, language, about: randomUUID() })
    return true
  })
}

interface WaitingNotice {
  id: string
  secret: string
  events: Event[]
  last: boolean
  createdAt: Date
}

/** The messages that wait for watchers, the oldest first; held until the transaction ends. */
async function holdNotices(
  tx: Transaction,
  watchers: readonly { to: string; secret: string }[],
): Promise<WaitingNotice[]> {
  const key = keyEncryptionKey()
  const rows = await holdWaitingMail(
    tx,
    'watch_notice',
    watchers.map(({ to }) => recipientMac(to, key)),
  )
  const secrets = new Set(watchers.map(({ secret }) => secret))
  return rows.flatMap(({ id, sealed, createdAt }) => {
    const content = decryptMail(sealed, id, key)?.content
    // Another link to the same address is that of a watcher who is gone, of whom it is the last message.
    if (content?.kind !== 'watch_notice' || !secrets.has(content.secret)) return []
    return [{ id, createdAt, secret: content.secret, events: content.events, last: content.last }]
  })
}

/** The events in their order, the newest of those that say the same: years without a mail server make no endless message. */
function eachOnce(events: readonly Event[]): Event[] {
  const last = new Map(events.map((event, at) => [`${event.change} ${event.certificateId}`, at]))
  return events.filter((event, at) => last.get(`${event.change} ${event.certificateId}`) === at)
}
