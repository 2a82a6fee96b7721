import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import type { MailBody } from '@/lib/render/typeset/mail-body'

/** The text of one kind of message: the subject, the paragraphs, and why the reader gets it. */
export interface MailWords {
  subject: string
  paragraphs: MailBody['paragraphs']
  why: string
  /** The address that ends such messages with one request (RFC 8058), for those that nobody has to get. */
  unsubscribe?: string
  /** Where answers go. */
  replyTo?: string
}

/** Speaks for one message: values of others are made harmless before they are put into a sentence. */
export interface MailVoice extends Pick<Translator, 'formatMoment' | 'formatDate' | 'dir'> {
  /** @param addresses of mailboxes that were confirmed, which are there to be copied and stay as they are */
  say(key: MessageKey, values?: Record<string, string | number>, addresses?: Record<string, string>): string
}
