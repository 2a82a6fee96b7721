import { randomUUID } from 'node:crypto'
import { env, MAIL_LANGUAGES } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { insertMailMessages } from '@/lib/store/mail/mail-messages'
import { findMailSettings } from '@/lib/store/mail/mail-settings'
import { recipientMac, encryptMail } from './encrypt-mail'
import { MAIL_CONTENT, type MailContent } from './mail-content'

/** A message to send: its kind and content, its recipient, and its subject. */
export type MailOrder = MailContent & {
  /** One address. */
  to: string
  /** One of the languages of mail; null for what the issuer chose for its recipients, or for MAIL_LANGUAGE. */
  language?: string | null
  issuerId?: string | null
  certificateId?: string | null
  /** Ids of what it tells, such as an invitation's: of one kind the same is never sent twice. No personal data. */
  about: string
}

/** Whether mail goes out at all (spec part 12, SMTP_URL). */
export function mailIsOn(): boolean {
  return env().SMTP_URL !== undefined
}

/**
 * Refuses what asks for mail where none can be sent.
 * @throws ServiceError `malformed`
 */
export function requireMail(): void {
  if (!mailIsOn()) throw new ServiceError('malformed', 'No mail can be sent from here: SMTP_URL is not set.')
}

/**
 * Queues a message, in the transaction of what it announces.
 * @returns whether it was: not where mail is off, and not what was queued or sent before
 * @throws Error when a link leads to another host than BASE_URL's
 */
export async function enqueueMail(tx: Transaction, order: MailOrder): Promise<boolean> {
  return (await enqueueMails(tx, [order])) === 1
}

/** The same for many. @returns how many were queued */
export async function enqueueMails(tx: Transaction, orders: readonly MailOrder[]): Promise<number> {
  if (!mailIsOn() || orders.length === 0) return 0
  const chosen = await languagesOf(tx, orders)
  return insertMailMessages(
    tx,
    orders.map((order) => messageOf(order, chosen.get(order.issuerId ?? '') ?? null)),
  )
}

/** The languages that issuers chose for recipients who name none. */
async function languagesOf(tx: Transaction, orders: readonly MailOrder[]): Promise<Map<string, string | null>> {
  const open = orders.filter(({ kind, language }) => isToRecipient(kind) && (language ?? null) === null)
  const issuers = new Set(open.flatMap(({ issuerId }) => issuerId ?? []))
  const found = new Map<string, string | null>()
  for (const id of issuers) found.set(id, (await findMailSettings(tx, id)).language)
  return found
}

function isToRecipient(kind: MailContent['kind']): boolean {
  return kind === 'certificate' || kind === 'correction' || kind === 'withdrawal'
}

function messageOf(order: MailOrder, chosen: string | null) {
  const { to, language, issuerId = null, certificateId = null, about } = order
  const content = MAIL_CONTENT.parse(order)
  const wanted = language ?? (isToRecipient(content.kind) ? chosen : null)
  for (const link of linksOf(content)) {
    if (new URL(link).origin !== env().BASE_URL) throw new Error('a link in a message leads to another host')
  }
  const id = randomUUID()
  const key = keyEncryptionKey()
  return {
    id,
    kind: content.kind,
    issuerId,
    certificateId,
    language: MAIL_LANGUAGES.find((one) => one === wanted) ?? env().MAIL_LANGUAGE,
    dedupeKey: `${content.kind}:${about}`,
    sealed: encryptMail({ to, content }, id, key),
    recipientMac: recipientMac(to, key),
    urgent: isUrgent(content),
  }
}

/** What comes by the thousand gives way to what somebody waits for. */
function isUrgent(content: MailContent): boolean {
  if (content.kind === 'log_report') return content.strange > 0
  return !isToRecipient(content.kind) && content.kind !== 'watch_notice'
}

function linksOf(content: MailContent): string[] {
  return Object.entries(content).flatMap(([name, value]) =>
    /link$/i.test(name) && typeof value === 'string' ? [value] : [],
  )
}
