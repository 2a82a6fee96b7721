import { randomUUID } from 'node:crypto'
import { env, setEnv } from '@/lib/env'
import { enqueueMail, type MailOrder } from '@/lib/service/mail/enqueue-mail'
import { transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
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

/** The row of a message. */
export function mailRow(id: string) {
  return prisma().mailMessage.findUniqueOrThrow({ where: { id } })
}

/** Makes a message due now. */
export async function makeDue(id: string): Promise<void> {
  await prisma().mailMessage.update({ where: { id }, data: { nextAttemptAt: new Date(0) } })
}
