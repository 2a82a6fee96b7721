import { env } from '@/lib/env'
import type { MailContent } from './mail-content'
import type { MailVoice, MailWords } from './mail-words'

/**
 * What an issuer's owners are told of the public log: how many entries it has in the issuer's name, first those that no
 * certificate is of, and the signed state of the log, which nobody can take back from their mailbox.
 */
export function logReportWords(
  content: Extract<MailContent, { kind: 'log_report' }>,
  { say, formatMoment }: MailVoice,
): MailWords {
  const { issuerName: issuer, leaves, recent, strange, at, checkpoint, vkeys } = content
  return {
    subject: say(strange > 0 ? 'mail.log.strange' : 'mail.log.subject', { issuer }),
    paragraphs: [
      ...(strange > 0 ? [{ text: say('mail.log.strangeCount', { issuer, count: strange }) }] : []),
      { text: say('mail.log.count', { issuer, count: leaves, recent }) },
      { text: say('mail.notice.link') },
      { link: `${env().BASE_URL}/dashboard/log` },
      { text: say('mail.log.keep', { moment: formatMoment(new Date(at)) }) },
      { code: checkpoint.trimEnd() },
      { text: say('mail.log.keys') },
      ...vkeys.map((code) => ({ code })),
    ],
    why: say('mail.why.notice', { issuer }),
  }
}
