import { log } from '@/lib/log'
import { type MailConnection, openMailConnection } from '@/lib/net/mail-connection'
import { MailFailure } from '@/lib/net/mail-failure'
import type { SmtpSettings } from '@/lib/net/smtp-settings'
import { noteMailHealth } from './mail-health'

/** The connection to the mail server: one for many messages, opened when it is needed. */
export interface MailLine {
  readonly isOpen: boolean
  /** @throws MailFailure `down` */
  get(): Promise<MailConnection>
  close(): void
}

/**
 * How many messages are under way at once in a process. Few: providers allow three connections or more, and one is kept for what somebody
 * waits for.
 */
export const MAIL_LINES = 2

/** Lines that are not open yet. */
export function mailLines(settings: SmtpSettings): MailLine[] {
  return Array.from({ length: MAIL_LINES }, () => mailLine(settings))
}

/** A line that is not open yet. */
export function mailLine(settings: SmtpSettings): MailLine {
  let open: MailConnection | null = null
  return {
    get isOpen() {
      return open?.usable ?? false
    },
    async get() {
      if (open?.usable) return open
      open = null
      open = await openMailConnection(settings)
      noteMailHealth(true)
      return open
    },
    close() {
      open?.close()
      open = null
    },
  }
}

/** Says once that the mail server cannot be used, with a word for why: its own words may hold an address. */
export function noteMailDown(error: unknown): void {
  const word = error instanceof MailFailure ? error.word : 'unexpected'
  log.warn({ word }, 'mail cannot be sent: the mail server cannot be used')
  noteMailHealth(false)
}
