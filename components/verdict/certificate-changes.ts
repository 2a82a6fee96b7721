import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

interface Change {
  label: MessageKey
  /** Empty if the version has no such value. */
  before: string
  after: string
}

type Read = (certificate: CertificateWire, translator: Translator) => string

const day = (value: string | null, translator: Translator) => (value ? translator.formatDate(new Date(value)) : '')

const FIELDS: [MessageKey, Read][] = [
  ['field.name', ({ recipient }) => recipient.full_name],
  ['field.registrationNumber', ({ recipient }) => recipient.registration_number ?? ''],
  ['field.event', ({ event }) => event.title],
  ['field.achievement', ({ event }) => event.achievement],
  ['field.eventDate', ({ event }, translator) => day(event.date, translator)],
  ['field.issued', ({ issued_at: at }, translator) => day(at, translator)],
  ['field.expires', ({ expires_at: at }, translator) => (at ? translator.formatMoment(new Date(at)) : '')],
  ['field.issuer', ({ issuer }) => issuer.name],
  ['field.domain', ({ issuer }) => issuer.verified_domain],
  ['field.serial', ({ serial }) => serial],
]

/** The fields in which two versions of a certificate differ, as they are shown, in the order of the page. */
export function certificateChanges(before: CertificateWire, after: CertificateWire, translator: Translator): Change[] {
  return FIELDS.map(([label, read]) => ({
    label,
    before: read(before, translator),
    after: read(after, translator),
  })).filter((change) => change.before !== change.after)
}
