import type { VerdictOutcome, VerdictView } from '@/components/verdict/verdict-view'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { Comparison, DocumentWire } from '@/lib/contract/check/document'
import type { CheckId, OverallStatus, VerifyAnswer } from '@/lib/contract/check/verification'
import { CHECK_IDS } from '@/lib/contract/check/verification'

/** Made-up certificates and outcomes, one of each kind, for the tests and the pictures of the verification page. */
export const SAMPLE_CERTIFICATE: CertificateWire = {
  id: '8b0c2c52-6f0e-4a57-9d7c-1f7f7f0c8f11',
  serial: '7K3M-9QXT-2VBD-8RWN',
  status: 'issued',
  revision: 1,
  issued_at: '2026-11-03T09:15:00Z',
  expires_at: '2031-11-03T23:59:59Z',
  recorded_at: '2026-11-03T09:15:02Z',
  withdrawn_at: null,
  withdrawal_reason: null,
  recipient: { full_name: 'Ana-Lucía Müller Nguyễn', registration_number: 'NMC-2026-00418' },
  event: { title: 'Basic Safety Training, STCW VI/1', achievement: 'Passed with distinction', date: '2026-10-30' },
  issuer: {
    name: 'Northshore Maritime College',
    slug: 'northshore',
    verified_domain: 'northshore.example',
    assurance_label: 'Domain verified',
  },
  verification_url: 'https://verify.example.org/verify/7K3M-9QXT-2VBD-8RWN',
  pdf_url: 'https://verify.example.org/api/public/credentials/8b0c2c52-6f0e-4a57-9d7c-1f7f7f0c8f11/pdf',
}

const WITHDRAWN: Partial<CertificateWire> = {
  status: 'withdrawn',
  withdrawn_at: '2026-11-12T16:20:00Z',
  withdrawal_reason: 'Issued to the wrong person.',
  pdf_url: undefined,
}

const BLANK: CertificateWire = {
  ...SAMPLE_CERTIFICATE,
  status: 'invalid',
  expires_at: null,
  recipient: { full_name: '', registration_number: null },
  event: { title: '', achievement: '', date: null },
  issuer: { name: '', slug: '', verified_domain: '', assurance_label: '' },
  verification_url: '',
  pdf_url: undefined,
}

const CORRECTION: CertificateWire = {
  ...SAMPLE_CERTIFICATE,
  id: 'd2a6b0d4-1f0f-4f6e-8a2e-6a4f9a1c3b22',
  serial: 'H8NC-4R2W-6PTX-9QAK',
  revision: 2,
  issued_at: '2026-11-10T08:00:00Z',
  recorded_at: '2026-11-10T08:00:01Z',
  recipient: { full_name: 'Ana-Lucía Müller Nguyễn Trần', registration_number: 'NMC-2026-00418' },
  event: { ...SAMPLE_CERTIFICATE.event, achievement: 'Passed' },
}

/** One answer of the verify service. */
export function sampleAnswer(
  status: OverallStatus,
  certificate: Partial<CertificateWire> = {},
  replacement: CertificateWire | null = null,
  failed: CheckId[] = [],
): VerifyAnswer {
  return {
    success: true,
    certificate: { ...SAMPLE_CERTIFICATE, ...certificate },
    verification: {
      overall_status: status,
      cryptographic_valid: !failed.includes('signature'),
      verified_at: '2026-11-20T14:07:31Z',
      checks: CHECK_IDS.map((id) => ({ id, result: failed.includes(id) ? 'failed' : 'passed', message: id })),
    },
    replacement_certificate: replacement,
    log: null,
  }
}

/** One page: an outcome on the sample site. */
export function sampleView(outcome: VerdictOutcome): VerdictView {
  return {
    host: 'verify.example.org',
    address: `https://verify.example.org/verify/${SAMPLE_CERTIFICATE.serial}`,
    checkedAt: new Date('2026-11-20T14:07:31Z'),
    language: 'en',
    ...outcome,
  }
}

function answered(...answer: Parameters<typeof sampleAnswer>): VerdictView {
  return sampleView({
    kind: 'answer',
    answer: sampleAnswer(...answer),
  })
}

/** A page in miniature: both sides of a made-up comparison. */
const SAMPLE_PAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAGMAAABGCAAAAAD9MXXMAAAAlklEQVR4nO3YvQ2AIBCGYZmE2iEcwtpJnIBJrB3CIayZRBpjiD8ocpdw8L2NCSb3JGCDamvY' +
  'UzDiDM033x6G5SI0DGJjeB80STDSggEDBgwYMAiNNnnwCkOYQRoM+Ua3PxfhRmz1GePzKyPJ+B8MGN51P3CrD+d95ebWIKgaI8Pz6C8rcx57Ba' +
  'M441yBBhfh/dNnDsb3HFcQ2QEOqxwGAAAAAElFTkSuQmCC'

/** A file that was compared with the issued one. */
function comparedFile(comparison: Comparison): VerdictView {
  const isSame = comparison.text === 'same' && comparison.picture === 'same'
  const marks = comparison.picture === 'different' ? [{ x: 0.16, y: 0.38, width: 0.68, height: 0.1 }] : []
  const findings = [{ id: 'bytes_differ' as const, message: '' }]
  return sampleView({
    kind: 'answer',
    answer: sampleAnswer('document_altered'),
    document: { ...sampleFile({ match: isSame ? 'recreated' : 'altered', findings }), comparison },
    pictures: { issued: SAMPLE_PAGE, found: SAMPLE_PAGE, marks },
  })
}

function withFile(document: Pick<DocumentWire, 'match' | 'findings'>, ...answer: Parameters<typeof sampleAnswer>) {
  return sampleView({
    kind: 'answer',
    answer: sampleAnswer(...answer),
    document: sampleFile(document),
  })
}

function sampleFile(document: Pick<DocumentWire, 'match' | 'findings'>): DocumentWire {
  const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
  return { sha256, size: 78_214, comparison: null, ...document }
}

const SAVED_ANEW: DocumentWire['findings'] = [
  { id: 'bytes_differ', message: '' },
  { id: 'serial_in_text', message: '', serials: [SAMPLE_CERTIFICATE.serial] },
  { id: 'qr_code_elsewhere', message: '', host: 'verify-example.org.look-alike.example' },
]

const SAMPLE_LINK = { host: 'verify-example.look-alike.example', address: 'https://verify-example.look-alike.example/' }

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff-Keihanaikukauakahihuliheekahaunaele, Marie-Thérèse Aleksandra'

/** Every outcome by name, and the awkward ones: long names, right-to-left names, corrections that fell themselves. */
export const SAMPLE_VIEWS: Record<string, VerdictView> = {
  verified: answered('verified'),
  'verified-long': answered('verified', {
    serial: 'NORTHSHORE/MARITIME/2026/BASIC-SAFETY-TRAINING/000000418',
    revision: 3,
    recorded_at: '2026-11-09T09:00:00Z',
    recipient: { full_name: LONG_NAME, registration_number: 'A'.repeat(60) },
    event: {
      title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      achievement: 'Completed all modules of the extended programme of study with the highest distinction',
      date: null,
    },
    issuer: {
      name: 'The Royal and Ancient Institute for Advanced Maritime Studies and Training of Seafarers at Northshore',
      slug: 'long',
      verified_domain: '',
      assurance_label: 'Domain verified',
    },
  }),
  'verified-arabic-name': answered('verified', {
    recipient: { full_name: 'محمد عبد الرحمن الفارسي', registration_number: null },
  }),
  superseded: answered('superseded', { status: 'superseded', pdf_url: undefined }, CORRECTION, ['status']),
  'superseded-withdrawn': answered(
    'superseded',
    { status: 'superseded', pdf_url: undefined },
    { ...CORRECTION, ...WITHDRAWN },
    ['status'],
  ),
  'superseded-invalid': answered(
    'superseded',
    { status: 'superseded', pdf_url: undefined },
    { ...BLANK, serial: CORRECTION.serial },
    ['status'],
  ),
  withdrawn: answered('withdrawn', WITHDRAWN, null, ['status']),
  expired: answered(
    'expired',
    {
      issued_at: '2021-11-01T10:00:00Z',
      recorded_at: '2021-11-01T10:00:01Z',
      expires_at: '2026-11-01T23:59:59Z',
      event: { ...SAMPLE_CERTIFICATE.event, date: '2021-10-29' },
    },
    null,
    ['validity_period'],
  ),
  'issuer-suspended': answered('issuer_suspended', {}, null, ['issuer_standing']),
  invalid: answered('invalid', BLANK, null, ['integrity', 'signature']),
  'document-altered': withFile({ match: 'altered', findings: SAVED_ANEW }, 'document_altered'),
  'file-recreated': comparedFile({ text: 'same', picture: 'same', differences: [] }),
  'file-uncompared': comparedFile({ text: 'unreadable', picture: 'unreadable', differences: [] }),
  'file-differs': comparedFile({
    text: 'different',
    picture: 'different',
    differences: [{ field: 'name', issued: SAMPLE_CERTIFICATE.recipient.full_name, found: 'محمد الفارسي' }],
  }),
  'verified-file': withFile({ match: 'exact', findings: [{ id: 'issued_file', message: '' }] }, 'verified'),
  'file-withdrawn': withFile(
    { match: 'exact', findings: [{ id: 'issued_file', message: '' }] },
    'withdrawn',
    WITHDRAWN,
    null,
    ['status'],
  ),
  'file-several': sampleView({
    kind: 'file_several',
    document: sampleFile({
      match: 'altered',
      findings: [
        { id: 'several_certificates', message: '', serials: [SAMPLE_CERTIFICATE.serial, 'H8NC-4R2W-6PTX-9QAK'] },
        { id: 'bytes_differ', message: '' },
      ],
    }),
  }),
  'file-unknown': sampleView({ kind: 'file_unknown', sent: true }),
  'file-refused': sampleView({ kind: 'file_refused', reason: 'unreadable' }),
  'not-found': sampleView({ kind: 'not_found', serial: '0123-4567-89AB-CDE4' }),
  'not-found-mistyped': sampleView({ kind: 'not_found', serial: '7K3M-9QXT-2VBD-8RWM' }),
  'not-found-half': sampleView({ kind: 'not_found', serial: '7K3M-9QXT' }),
  'not-found-number': sampleView({ kind: 'not_found', serial: 'NS/2024/0042' }),
  'not-found-name': sampleView({ kind: 'not_found', serial: 'Ana-Lucía Müller Nguyễn' }),
  'link-lookalike': sampleView({ kind: 'link_elsewhere', link: { ...SAMPLE_LINK, lookalike: true } }),
  'link-elsewhere': sampleView({ kind: 'link_elsewhere', link: { ...SAMPLE_LINK, lookalike: false } }),
  'link-rewritten': sampleView({
    kind: 'link_elsewhere',
    link: { ...SAMPLE_LINK, lookalike: false, rewritten: true },
    serial: SAMPLE_CERTIFICATE.serial,
  }),
  'could-not-check': sampleView({ kind: 'could_not_check', retryAfterSeconds: 5, serial: SAMPLE_CERTIFICATE.serial }),
  'record-lost': sampleView({
    ...{ kind: 'could_not_check', retryAfterSeconds: 300, isLost: true },
    serial: SAMPLE_CERTIFICATE.serial,
  }),
  'too-many': sampleView({ kind: 'too_many', retryAfterSeconds: 42, serial: SAMPLE_CERTIFICATE.serial }),
  prefetch: sampleView({ kind: 'prefetch' }),
}
