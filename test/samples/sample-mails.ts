import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { mailHtml } from '@/lib/render/typeset/mail-body'
import { type MailContent, OWNER_NOTICES } from '@/lib/service/mail/mail-content'
import { watchNoticeWords, watchRequestWords } from '@/lib/service/mail/watch-mail-words'
import { certificateWords } from '@/lib/service/mail/write-certificate-mail'
import { addFooter, voiceOf, writeMail } from '@/lib/service/mail/write-mail'

const ORIGIN = 'https://verify.example.org'
const LATER = '2090-01-01T09:30:00.000Z'
const CERTIFICATE = {
  serial: '7K3M-9QXT-2VBD-8RWN',
  issuerName: 'Northshore Maritime College',
  fullName: 'Ana-Lucía Müller Nguyễn',
  eventTitle: 'Marine Engineering Workshop',
  achievement: 'Passed with distinction',
}

const SENDER = {
  words: ['Well done! Your badge follows in a week.', 'The office'],
  replyTo: 'office@northshore.example',
}

const ABOUT_A_CERTIFICATE = {
  certificate: { kind: 'certificate' },
  correction: { kind: 'correction', replaced: ['3WQ8-K5TM-9XBD-2RVN'] },
  'correction-again': { kind: 'correction', replaced: ['3WQ8-K5TM-9XBD-2RVN', '7C6D-X1HV-0SRP-4EJA'] },
  withdrawal: { kind: 'withdrawal', replaced: ['3WQ8-K5TM-9XBD-2RVN'] },
} as const

const OTHERS: Record<string, MailContent> = {
  ...Object.fromEntries(
    (['owner', 'editor', 'reader'] as const).map((role) => [
      `invitation-${role}`,
      {
        kind: 'invitation',
        issuerName: CERTIFICATE.issuerName,
        role,
        link: `${ORIGIN}/dashboard/invitation#9c2e`,
        expiresAt: LATER,
      },
    ]),
  ),
  passport: { kind: 'passport_link', publicLink: `${ORIGIN}/passport/p`, manageLink: `${ORIGIN}/passport/manage#9c2e` },
  'reply-to': { kind: 'reply_to', issuerName: CERTIFICATE.issuerName, code: '7K3M9QXT', until: LATER },
  ...Object.fromEntries(
    OWNER_NOTICES.map((notice, index) => [
      `notice-${notice.replaceAll(/[._]/g, '-')}`,
      { kind: 'notice', notice, issuerName: CERTIFICATE.issuerName, who: index % 2 ? 'Dr. Ines Vik' : null, at: LATER },
    ]),
  ),
  ...Object.fromEntries(
    [0, 2].map((strange) => [
      `log-report-${strange}`,
      {
        kind: 'log_report',
        ...{ issuerName: CERTIFICATE.issuerName, leaves: 1362, recent: 41, strange, at: LATER },
        checkpoint: `verify.example.org/log\n41988\n${'4Jq0'.repeat(11)}\n\n— verify.example.org/log ${'8Rb1'.repeat(17)}\n`,
        vkeys: [`verify.example.org/log+d3a1f0b2+${'Aa7x'.repeat(11)}`],
      },
    ]),
  ),
}

/** Every kind of mail as HTML, its subject as the title, for the pictures. */
export async function sampleMails(language: LanguageCode): Promise<Record<string, string>> {
  const translator = createTranslator(language)
  const mails: Record<string, string> = {}
  for (const [name, content] of Object.entries(ABOUT_A_CERTIFICATE)) {
    const words = certificateWords(content, CERTIFICATE, 'Issued to the wrong course', voiceOf(translator), SENDER)
    mails[`mail-${name}`] = asPage(addFooter(words, translator))
  }
  for (const [name, content] of Object.entries(OTHERS)) {
    const written = await writeMail(content, language, null, 0)
    if ('body' in written) mails[`mail-${name}`] = asPage(written)
  }
  const voice = voiceOf(translator)
  mails['mail-watch-request'] = asPage(addFooter(watchRequestWords(watchRequestOf(voice), voice), translator))
  for (const last of [false, true])
    mails[`mail-watch-${last ? 'last' : 'notice'}`] = asPage(
      addFooter(watchNoticeWords(noticeOf(last, voice), voice), translator),
    )
  return mails
}

const watchRequestOf = ({ say }: ReturnType<typeof voiceOf>) => ({
  named: [
    say('mail.serial', { serial: CERTIFICATE.serial }),
    say('mail.watch.replaced', { serial: '3WQ8-K5TM-9XBD-2RVN', current: '7C6D-X1HV-0SRP-4EJA' }),
  ],
  unnamed: 12,
  confirmLink: `${ORIGIN}/watch/confirm/9c2e`,
  until: new Date(LATER),
})

function noticeOf(last: boolean, { say, formatDate }: ReturnType<typeof voiceOf>) {
  const { serial } = CERTIFICATE
  const day = formatDate(new Date(LATER))
  const texts = last
    ? [say('mail.watch.withdrawn', { serial })]
    : [
        say('mail.watch.replaced', { serial, current: '3WQ8-K5TM-9XBD-2RVN' }),
        say('mail.watch.suspended', { serial }),
        say('mail.watch.resumed', { serial }),
        say('mail.watch.ending', { serial, day }),
        say('mail.watch.expired', { serial, day }),
        say('mail.watch.lapsing', { serial, day }),
      ]
  return { told: texts.map((text) => ({ text, link: `${ORIGIN}/verify/${serial}` })), unnamed: 0, secret: '9c2e', last }
}

/** The subject is put above the message, where a mail program shows it. */
function asPage({ subject, body }: ReturnType<typeof addFooter>): string {
  return mailHtml({ ...body, paragraphs: [{ text: subject }, ...body.paragraphs] })
}
