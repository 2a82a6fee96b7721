import type { MailBody } from '@/lib/render/typeset/mail-body'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

/** The text of one kind of message: the subject, the paragraphs, and why the reader gets it. */
export interface MailWords {
  subject: string
  paragraphs: MailBody['paragraphs']
  why: string
}

/** Speaks for one message: values of others are made harmless before they stand in a sentence. */
export interface MailVoice extends Pick<Translator, 'formatMoment' | 'dir'> {
  say(key: MessageKey, values?: Record<string, string>): string
}
