import type { CertificateWire } from './check/certificate'
import type { DocumentAnswer } from './check/document'
import type { LookupItem } from './check/lookup'
import type { VerifyAnswer } from './check/verification'

/** Serials that the documentation speaks of; their check characters are right. */
export const EXAMPLE_SERIAL = '7K3M-9QXT-2VBD-8RWN'
const EXAMPLE_REPLACED = 'H8NC-4R2W-6PTX-9QAK'
const EXAMPLE_UNKNOWN = '0123-4567-89AB-CDE4'

export const EXAMPLE_LOOKUP_BODY = { serials: [EXAMPLE_SERIAL, EXAMPLE_REPLACED, EXAMPLE_UNKNOWN] }

function certificate(baseUrl: string, changes: Partial<CertificateWire> = {}): CertificateWire {
  const serial = changes.serial ?? EXAMPLE_SERIAL
  return {
    id: '0b9f2a52-6f0e-4c58-9d3a-4f1f6b7b2c11',
    serial,
    status: 'issued',
    revision: 1,
    issued_at: '2026-11-05T09:00:00.000Z',
    expires_at: '2031-11-05T23:59:59.000Z',
    recorded_at: '2026-11-05T09:00:00.412Z',
    withdrawn_at: null,
    withdrawal_reason: null,
    recipient: { full_name: 'Ana-Lucía Müller Nguyễn', registration_number: 'NMC-2026-00418' },
    event: { title: 'Basic Safety Training, STCW VI/1', achievement: 'Passed', date: '2026-11-03' },
    issuer: {
      name: 'Northshore Maritime College',
      slug: 'northshore',
      verified_domain: 'northshore.example',
      assurance_label: 'Domain verified',
    },
    verification_url: `${baseUrl}/verify/${serial}`,
    ...changes,
  }
}

/** A whole answer to a verification. */
export function exampleVerifyAnswer(baseUrl: string): VerifyAnswer {
  return {
    success: true,
    certificate: certificate(baseUrl),
    verification: {
      overall_status: 'verified',
      cryptographic_valid: true,
      verified_at: '2026-11-20T14:07:32.118Z',
      checks: [
        { id: 'integrity', result: 'passed', message: 'The record is unchanged since it was signed.' },
        { id: 'signature', result: 'passed', message: 'The signature on the certificate is good.' },
        { id: 'issuer_key', result: 'passed', message: 'The signing key belongs to the issuer.' },
        { id: 'status', result: 'passed', message: 'It has not been withdrawn or replaced.' },
        { id: 'issuer_standing', result: 'passed', message: 'The issuer is not suspended.' },
        { id: 'validity_period', result: 'passed', message: 'It is within its period of validity.' },
      ],
    },
    replacement_certificate: null,
    log: {
      origin: `${new URL(baseUrl).host}/log`,
      index: 4711,
      tree_size: 5190,
      state: 'entered',
      entered_at: '2026-11-03T09:12:44.031Z',
      witnesses: [],
      witnessed_at: null,
      proof_url: `${baseUrl}/api/public/credentials/verify/${EXAMPLE_SERIAL}/log-proof`,
    },
  }
}

/** A whole answer to a lookup: one current certificate, one that was corrected, one that is not the caller's. */
export function exampleLookupAnswer(baseUrl: string): { success: true; certificates: LookupItem[] } {
  const corrected = { serial: '0000-0000-0000-001Z', revision: 2, id: '7d0e4c0a-2f0b-4b8e-8a55-0d2f6f3f9e02' }
  const recipient = { full_name: 'Jørgen Sjöberg-Ødegård', registration_number: 'NMC-2026-00419' }
  const absent = { certificate: null, replaced: [], check_count: null, last_checked_at: null, error: null }
  return {
    success: true,
    certificates: [
      {
        serial: EXAMPLE_SERIAL,
        found: true,
        certificate: certificate(baseUrl),
        replaced: [],
        check_count: 12,
        last_checked_at: '2026-11-20T14:07:32.118Z',
        error: null,
      },
      {
        serial: EXAMPLE_REPLACED,
        found: true,
        certificate: certificate(baseUrl, { ...corrected, recipient }),
        replaced: [{ serial: EXAMPLE_REPLACED, status: 'superseded' }],
        check_count: 0,
        last_checked_at: null,
        error: null,
      },
      { serial: EXAMPLE_UNKNOWN, found: false, ...absent },
    ],
  }
}

/** A whole answer to a check of a file: the issued one. */
export function exampleDocumentAnswer(baseUrl: string): DocumentAnswer {
  return {
    ...exampleVerifyAnswer(baseUrl),
    document: {
      sha256: '9f2c5d0be64a1b7785d1c0c7b1f1a3f6d0f5e4b6c1d2a39485766fa0b1c2d3e4',
      size: 78_214,
      match: 'exact',
      findings: [{ id: 'issued_file', message: 'The file is byte for byte one that was issued.' }],
      comparison: null,
    },
  }
}
