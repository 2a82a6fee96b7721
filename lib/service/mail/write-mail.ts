import { mailAddress, mailValue } from '@/lib/domain/text/mail-value'
import { env } from '@/lib/env'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator, type Translator } from '@/lib/i18n/translate'
import type { MailBody } from '@/lib/render/typeset/mail-body'
import { logReportWords } from './log-mail-words'
import type { MailContent } from './mail-content'
import type { MailVoice, MailWords } from './mail-words'
import { writeCertificateMail } from './write-certificate-mail'
import { writeTestMail } from './write-test-mail'
import { writeWatchNotice, writeWatchRequest } from './write-watch-mail'

/** A message that is ready to be sent, or the reason why it need not be sent any more. */
export type WrittenMail =
  | { subject: string; body: MailBody; unsubscribe?: string; replyTo?: string }
  | { dropped: string }

/** Longer titles are cut in the subject: they stand whole in the message. */
const SUBJECT_LETTERS = 120

/**
 * Writes a message in its language.
 * @param about of a certificate's message: its serial and id
 * @param now milliseconds since 1970
 * @throws ServiceError `unavailable` when the certificate cannot be checked now
 */
export async function writeMail(
  content: MailContent,
  language: LanguageCode,
  about: { serial: string; certificateId: string } | null,
  now: number,
): Promise<WrittenMail> {
  const translator = createTranslator(language)
  const voice = voiceOf(translator)
  const words =
    content.kind === 'mail_test'
      ? await writeTestMail(content, translator, voice)
      : await wordsOf(content, voice, about, now)
  if ('dropped' in words) return words
  const { unsubscribe, replyTo } = words
  return {
    ...addFooter(words, translator),
    ...(unsubscribe !== undefined && { unsubscribe }),
    ...(replyTo !== undefined && { replyTo }),
  }
}

/** Makes the subject and the body of a message: its words, and the footer that every message has. */
export function addFooter(words: MailWords, translator: Translator): { subject: string; body: MailBody } {
  const { host } = new URL(env().BASE_URL)
  const subject = shorten(words.subject.replaceAll('\u200b', ''))
  const footer = [words.why, translator.t('mail.host', { host })]
  const { language, dir } = translator
  return { subject, body: { language, dir, paragraphs: words.paragraphs, footer } }
}

function shorten(text: string): string {
  const letters = [...text]
  return letters.length > SUBJECT_LETTERS ? `${letters.slice(0, SUBJECT_LETTERS - 1).join('')}…` : text
}

/** Speaks a message in the translator's language. */
export function voiceOf(translator: Translator): MailVoice {
  const { dir, formatDate, formatMoment, formatNumber } = translator
  return {
    dir,
    formatDate,
    formatMoment,
    say: (key, values = {}, addresses = {}) => {
      const harmless = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? formatNumber(value) : mailValue(value, dir),
      ])
      const plain = Object.entries(addresses).map(([name, address]) => [name, mailAddress(address, dir)])
      return translator.t(key, Object.fromEntries([...harmless, ...plain]))
    },
  }
}

async function wordsOf(
  content: Exclude<MailContent, { kind: 'mail_test' }>,
  voice: MailVoice,
  about: { serial: string; certificateId: string } | null,
  now: number,
): Promise<MailWords | { dropped: string }> {
  switch (content.kind) {
    case 'certificate':
    case 'correction':
    case 'withdrawal':
      return about ? writeCertificateMail(content, voice, about) : { dropped: 'no_certificate' }
    case 'invitation':
      return Date.parse(content.expiresAt) > now ? invitation(content, voice) : { dropped: 'ran_out' }
    case 'passport_link':
      return passport(content, voice)
    case 'notice':
      return notice(content, voice)
    case 'reply_to':
      return Date.parse(content.until) > now ? replyRequest(content, voice) : { dropped: 'ran_out' }
    case 'log_report':
      return logReportWords(content, voice)
    case 'watch_request':
      return writeWatchRequest(content, voice)
    case 'watch_notice':
      return writeWatchNotice(content, voice)
  }
}

function invitation(
  content: Extract<MailContent, { kind: 'invitation' }>,
  { say, formatMoment }: MailVoice,
): MailWords {
  const { issuerName: issuer, role, link, expiresAt } = content
  return {
    subject: say('mail.invitation.subject', { issuer }),
    paragraphs: [
      { text: say(`mail.invitation.${role}`, { issuer }) },
      { text: say('mail.invitation.link', { moment: formatMoment(new Date(expiresAt)) }) },
      { link },
      { text: say('mail.invitation.ignore') },
    ],
    why: say('mail.why.invitation', { issuer }),
  }
}

function replyRequest(
  { issuerName: issuer, code, until }: Extract<MailContent, { kind: 'reply_to' }>,
  { say, formatMoment }: MailVoice,
): MailWords {
  return {
    subject: say('mail.replyRequest.subject', { issuer }),
    paragraphs: [
      { text: say('mail.replyRequest.sentence', { issuer }) },
      { code },
      { text: say('mail.replyRequest.until', { moment: formatMoment(new Date(until)) }) },
      { text: say('mail.replyRequest.ignore') },
    ],
    why: say('mail.why.replyRequest', { issuer }),
  }
}

function passport(content: Extract<MailContent, { kind: 'passport_link' }>, { say }: MailVoice): MailWords {
  return {
    subject: say('mail.passport.subject'),
    paragraphs: [
      ...(content.publicLink === null ? [] : [{ text: say('mail.passport.public') }, { link: content.publicLink }]),
      { text: say('mail.passport.manage') },
      { link: content.manageLink },
    ],
    why: say('mail.why.passport'),
  }
}

function notice(content: Extract<MailContent, { kind: 'notice' }>, { say, formatMoment }: MailVoice): MailWords {
  const { issuerName: issuer, who } = content
  // Built where the message goes out: a command that ends something runs under any BASE_URL.
  const link = `${env().BASE_URL}/dashboard/${content.notice === 'withdrawal.asked' ? 'approvals' : 'activity'}`
  const moment = formatMoment(new Date(content.at))
  const nobody = content.notice === 'webhook.disabled' ? 'byService' : 'byOperator'
  const subject = say(`mail.notice.${content.notice}`, { issuer })
  return {
    subject,
    paragraphs: [
      { text: subject },
      { text: who === null ? say(`mail.notice.${nobody}`, { moment }) : say('mail.notice.by', { who, moment }) },
      { text: say('mail.notice.link') },
      { link },
      { text: say('mail.notice.unexpected') },
    ],
    why: say('mail.why.notice', { issuer }),
  }
}
