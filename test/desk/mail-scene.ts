import { randomUUID } from 'node:crypto'
import { env, setEnv } from '@/lib/env'
import { enqueueMail, enqueueMails, type MailOrder } from '@/lib/service/mail/enqueue-mail'
import { transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { type ClaimedMail, claimMails } from '@/lib/store/mail/mail-queue'
import { type SmtpSink, startSmtpSink } from '@/test/network/smtp-sink'

/** Starts a sink and points the configuration at it. */
export async function useSink(): Promise<SmtpSink> {
  const sink = await startSmtpSink()
  setEnv({ ...env(), SMTP_URL: sink.url })
  return sink
}

/** An order for an invitation, which needs nothing else to exist. */
export function exampleOrder(changes: Partial<MailOrder> = {}): MailOrder {
  return {
    kind: 'invitation',
    to: `${randomUUID().slice(0, 8)}@example.org`,
    about: randomUUID(),
    issuerName: 'Institute of Tests',
    role: 'reader',
    link: 'https://verify.test/dashboard/invitation#token-of-the-link',
    expiresAt: '2090-01-01T00:00:00.000Z',
    ...changes,
  } as MailOrder
}

/** Queues one message. @returns its id */
export async function queueOne(changes: Partial<MailOrder> = {}): Promise<string> {
  const order = exampleOrder(changes)
  await transaction((tx) => enqueueMail(tx, order))
  return (await prisma().mailMessage.findUniqueOrThrow({ where: { dedupeKey: `${order.kind}:${order.about}` } })).id
}

/** Queues so many that nobody waits for, as notices and certificates are. @returns their addresses */
export async function queueMany(count: number): Promise<string[]> {
  const orders = Array.from({ length: count }, (_, one) => exampleOrder({ to: `one-${one}@many.example` }))
  await transaction(async (tx) => {
    await enqueueMails(tx, orders)
    await tx.query('UPDATE mail_messages SET urgent = false WHERE dedupe_key = ANY($1)', [
      orders.map(({ kind, about }) => `${kind}:${about}`),
    ])
  })
  return orders.map(({ to }) => to)
}

/** The row of a message. */
export function mailRow(id: string) {
  return prisma().mailMessage.findUniqueOrThrow({ where: { id } })
}

/** Takes on the message that is due first, as a worker does. */
export async function claimOne(): Promise<ClaimedMail> {
  const claimed = await claimMails(randomUUID(), 'all', { perMinute: 10_000, most: 1 })
  if (claimed === 'limited' || claimed[0] === undefined) throw new Error('nothing is due')
  return claimed[0]
}

/** Makes a message due now. */
export async function makeDue(id: string): Promise<void> {
  await prisma().mailMessage.update({ where: { id }, data: { nextAttemptAt: new Date(0) } })
}
