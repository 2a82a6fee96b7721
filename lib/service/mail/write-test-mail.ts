import { env } from '@/lib/env'
import type { Translator } from '@/lib/i18n/translate'
import { domainCounts } from '@/lib/service/issuers/domain-counts'
import { workingPool } from '@/lib/store/database/database'
import { findMailSettings } from '@/lib/store/mail/mail-settings'
import { voiceIn } from './issuer-voice'
import type { MailContent } from './mail-content'
import type { MailVoice, MailWords } from './mail-words'
import { sampleCertificate } from './sample-certificate'
import { certificateWords } from './write-certificate-mail'

/** Writes the message about a new certificate with invented values, for the owner who settles what it says. */
export async function writeTestMail(
  { issuerId, issuerName, name }: Extract<MailContent, { kind: 'mail_test' }>,
  translator: Translator,
  voice: MailVoice,
): Promise<MailWords> {
  const told = { ...sampleCertificate(translator, name, issuerName), serial: '····-····-····-····' }
  const sender = voiceIn(await findMailSettings(workingPool(), issuerId), await domainCounts(issuerId))
  const words = certificateWords({ kind: 'certificate' }, told, null, voice, sender)
  return {
    ...words,
    subject: translator.t('mail.test.subject', { subject: words.subject }),
    paragraphs: [
      { text: voice.say('mail.test.sentence') },
      ...words.paragraphs.map((one) => ('link' in one ? { link: env().BASE_URL } : one)),
    ],
    why: voice.say('mail.why.test', { issuer: issuerName }),
  }
}
