import type { Translator } from '@/lib/i18n/translate'

/** A certificate that there is not, for messages that are shown or tried. */
export function sampleCertificate({ t }: Translator, name: string, issuerName: string) {
  return { issuerName, fullName: name, eventTitle: t('mail.test.event'), achievement: t('mail.test.achievement') }
}
