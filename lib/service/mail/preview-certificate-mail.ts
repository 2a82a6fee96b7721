import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { env, MAIL_LANGUAGES } from '@/lib/env'
import { createTranslator } from '@/lib/i18n/translate'
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

/**
 * The message that a row's recipient gets once it is issued, written as it will be.
 * @returns null for a row without an address
 */
export function previewCertificateMail(row: IssueRow, issuerName: string): PreviewedMail | null {
  if (row.email === null) return null
  const language = MAIL_LANGUAGES.find((one) => one === row.language) ?? env().MAIL_LANGUAGE
  const translator = createTranslator(language)
  const told = { ...row, serial: row.serial ?? NO_SERIAL, issuerName }
  const words = certificateWords({ kind: 'certificate' }, told, null, voiceOf(translator))
  const { subject, body } = addFooter(words, translator)
  const link = (written: string) => (row.serial === null ? `${env().BASE_URL}/verify/…` : written)
  const paragraphs = body.paragraphs.map((one) =>
    'link' in one ? link(one.link) : 'text' in one ? one.text : one.code,
  )
  return { to: row.email, subject, language, dir: body.dir, paragraphs, footer: body.footer }
}
