import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { env, MAIL_LANGUAGES } from '@/lib/env'
import { createTranslator } from '@/lib/i18n/translate'
import { paragraphText } from '@/lib/render/typeset/mail-body'
import type { IssuerVoice } from './issuer-voice'
import { sampleCertificate } from './sample-certificate'
import { certificateWords } from './write-certificate-mail'
import { addFooter, voiceOf } from './write-mail'

/** What stands for the serial in a message that is only shown. */
const NO_SERIAL = '····-····-····-····'

/** A message as its reader will see it: everything but the serial and the link that ends in it. */
export interface PreviewedMail {
  to: string
  subject: string
  language: string
  dir: 'ltr' | 'rtl'
  paragraphs: readonly string[]
  footer: readonly string[]
}

/** What is said of a certificate, where it has no serial yet. */
type Shown = Pick<IssueRow, 'fullName' | 'eventTitle' | 'achievement'> & { serial: string | null; issuerName: string }

/**
 * The message that a row's recipient gets once it is issued, written as it will be.
 * @param sender what the issuer adds, and the language of recipients whose row has none
 * @returns null for a row without an address
 */
export function previewCertificateMail(
  row: IssueRow,
  issuerName: string,
  sender: IssuerVoice & { language: string | null },
): PreviewedMail | null {
  if (row.email === null) return null
  return preview({ ...row, issuerName }, row.email, sender, row.language ?? sender.language)
}

/** The message about a certificate that there is not, in this language, or that of the service. */
export function previewSampleMail(
  { to, name, issuerName }: { to: string; name: string; issuerName: string },
  sender: IssuerVoice,
  language: string | null,
): PreviewedMail {
  const code = knownLanguage(language)
  return preview({ ...sampleCertificate(createTranslator(code), name, issuerName), serial: null }, to, sender, code)
}

function preview(shown: Shown, to: string, sender: IssuerVoice, wanted: string | null): PreviewedMail {
  const language = knownLanguage(wanted)
  const translator = createTranslator(language)
  const told = { ...shown, serial: shown.serial ?? NO_SERIAL }
  const words = certificateWords({ kind: 'certificate' }, told, null, voiceOf(translator), sender)
  const { subject, body } = addFooter(words, translator)
  const link = (written: string) => (shown.serial === null ? `${env().BASE_URL}/verify/…` : written)
  const paragraphs = body.paragraphs.map((one) => ('link' in one ? link(one.link) : paragraphText(one)))
  return { to, subject, language, dir: body.dir, paragraphs, footer: body.footer }
}

function knownLanguage(code: string | null) {
  return MAIL_LANGUAGES.find((one) => one === code) ?? env().MAIL_LANGUAGE
}
