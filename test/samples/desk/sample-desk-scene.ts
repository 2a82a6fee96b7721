// Who is at the desk in the samples of its pages, and what is looked at there.
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import { deskReader } from '@/lib/i18n/desk/reader'
import { createTranslator } from '@/lib/i18n/translate'

export const AT = new Date('2026-11-20T13:58:04Z')
export const viewer: DeskViewer = {
  id: 'OaLCqmWCcrLtC2G3YkfAi6uA5X5NHhCl',
  name: 'Maryam al-Fārsī',
  issuer: { id: '0b9c3a52-3c1e-4c57-8f6e-0d1f6b1f8f11', name: 'Northshore Maritime Academy', role: 'owner' },
  others: [{ id: '5f0a7c1d-8a54-4c4e-9d37-6a1a2a2f6a22', name: 'Harbour Safety School' }],
  hasChosenReading: false,
  openReports: 2,
  origins: ['https://verify.example.org'],
}
/** A message about a certificate, in the language that the page is read in. */
export function mailInReadersLanguage() {
  const { language, t, dir } = createTranslator(deskReader().language)
  const values = { issuer: 'Northshore Maritime Academy', name: 'Maryam al-Fārsī', event: t('mail.test.event') }
  return {
    ...{ to: 'maryam@northshore.example', language, dir },
    subject: t('mail.certificate.subject', values),
    paragraphs: [
      t('mail.certificate.sentence', { ...values, achievement: t('mail.test.achievement') }),
      t('mail.certificate.link'),
      'https://verify.example.org/verify/…',
      t('mail.certificate.added', values),
      'Well done! Your badge follows in a week.',
    ],
    footer: [t('mail.why.certificate', values)],
  }
}
export const WORDS = {
  description: 'Trains seafarers for service on deck and in the engine room.\nSince 1911.',
  contact: 'office@northshore.example',
  website: 'https://www.northshore.example/',
}
export const ORGANIZATION = {
  ...{ name: 'Northshore Maritime Academy', slug: 'northshore', domain: 'northshore.example' },
  ...{ assurance: 'verified' as const, suspended: false, recordHolds: true },
  did: 'did:web:verify.example.org:issuers:0b9c3a52-3c1e-4c57-8f6e-0d1f6b1f8f11',
  record: { name: '_certificate-issuer.northshore.example', value: 'issuer=0b9c3a52-3c1e-4c57-8f6e-0d1f6b1f8f11' },
  ...{ last: { at: AT, result: 'seen' as const }, seenAt: AT },
}
export const page = { host: 'verify.example.org', viewer }
export const bars = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(AT.getTime() - (29 - index) * 864e5).toISOString().slice(0, 10),
  count: (index * 37) % 91,
}))
export const publicLog = {
  ...{ origin: 'verify.example.org/log', address: 'https://verify.example.org' },
  did: 'did:web:verify.example.org:issuers:0b9c3a52-3c1e-4c57-8f6e-0d1f6b1f8f11',
  vkeys: [`verify.example.org/log+d3a1f0b2+${'Aa7x'.repeat(11)}`],
  ...{ size: 41_988, leaves: 1362, intakeEndedAt: AT.getTime() - 864e6, countedAt: AT.getTime() },
  ...{ days: bars.map(({ day, count }) => ({ day, leaves: count })), strangeCount: 0, strange: [] },
}
export const SERIAL = '7K3M-9QXT-2VBD-8RWN'
export const OLD = 'H2WC-41ZP-QM7E-0TKS'

export const certificate: CertificateWire = {
  id: '3b7f2c18-0f0b-4a53-9a8c-0c7f9a5b3c33',
  serial: SERIAL,
  status: 'issued',
  revision: 2,
  issued_at: '2026-11-03T09:00:00Z',
  expires_at: '2031-11-03T09:00:00Z',
  recorded_at: '2026-11-03T09:00:00Z',
  withdrawn_at: null,
  withdrawal_reason: null,
  recipient: { full_name: 'Ana-Lucía Müller Nguyễn', registration_number: 'REG-0418' },
  event: { title: 'Basic Safety Training', achievement: 'Passed with distinction', date: '2026-11-03' },
  issuer: {
    name: 'Northshore Maritime Academy',
    slug: 'northshore',
    verified_domain: 'northshore.example',
    assurance_label: 'Domain verified',
  },
  pdf_url: 'https://verify.example.org/api/public/credentials/3b7f2c18-0f0b-4a53-9a8c-0c7f9a5b3c33/pdf',
  verification_url: `https://verify.example.org/verify/${SERIAL}`,
}
export const before: CertificateWire = {
  ...certificate,
  id: '1d1f2c18-0f0b-4a53-9a8c-0c7f9a5b3c44',
  serial: OLD,
  status: 'superseded',
  revision: 1,
  recipient: { ...certificate.recipient, full_name: 'Ana-Lucia Mueller Nguyen' },
}
export const other: CertificateWire = {
  ...certificate,
  serial: 'A/12-3',
  status: 'withdrawn',
  recipient: { full_name: 'محمد بن سلمان الحربي', registration_number: null },
}
export const maryam = { kind: 'person', name: viewer.name, email: 'maryam@northshore.example' } as const
