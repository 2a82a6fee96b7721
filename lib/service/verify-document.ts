import type { DocumentWire, Finding } from '@/lib/contract/document'
import type { OverallStatus } from '@/lib/contract/verification'
import { displaySerial } from '@/lib/domain/serial'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { inspectDocument } from '@/lib/render/inspect-document'
import type { Inspection } from '@/lib/render/inspection-result'
import type { FileHashes } from '@/lib/render/prefix-hashes'
import type { CheckedSerial } from './check-certificate'
import { findByFingerprints, type KnownFingerprint } from './find-by-fingerprint'
import { findNamedCertificates } from './find-named-certificates'
import { finding } from './finding'
import { refuseReceipt } from './receipts/receipt-file-error'
import { verifyCertificate } from './verify-certificate'

/** What inspecting waits for and is not refused by; a document is seldom behind more than a few others. */
const BUSY_RETRY_SECONDS = 5

/** A file to verify. */
export interface DocumentToVerify extends FileHashes {
  path: string
}

/** A finished check of a file. */
export interface CheckedDocument {
  document: DocumentWire
  /** The certificate that the file belongs to or names, checked and counted; null when it names several. */
  checked: CheckedSerial | null
  overallStatus: OverallStatus
  /** Database time of the check, milliseconds since 1970. */
  checkedAt: number
}

/**
 * Verifies a file for the public (definitions.md parts 3, 5 and 7): by its hash, which needs no parsing; by the hash of
 * what it begins with; else by what it names. The check is counted exactly once, on the certificate that is presented.
 * @param address the caller's, as it is counted
 * @returns null when the file names no certificate
 * @throws ServiceError `malformed` when it is not a PDF that can be read; `unavailable` when it could not be checked;
 * ReceiptFileError (`not_found`) when it is the receipt of a check
 */
export async function verifyDocument(file: DocumentToVerify, address: string): Promise<CheckedDocument | null> {
  const prefixes = file.prefixes.map(({ sha256 }) => sha256)
  const known = await findByFingerprints([...new Set([file.sha256, ...prefixes])])
  const exact = known.filter(({ sha256 }) => sha256 === file.sha256)
  if (exact.length > 0) return verifyKnown(file, exact, 'exact')
  if (known.length > 0) return verifyKnown(file, known, 'appended')
  const inspection = await inspect(file.path, address)
  const named = await findNamedCertificates(inspection)
  refuseReceipt(inspection, named)
  const findings = [finding('bytes_differ'), ...named.findings]
  const [first, ...others] = named.certificates
  if (!first) return null
  if (others.length > 0) return several(file, [first, ...others], findings, named.checkedAt ?? Date.now())
  return verifyOne(file, first, 'altered', findings)
}

/**
 * Verifies a file of which only the fingerprint is known: what stayed on the device of the person who asks.
 * @param sha256 64 lowercase hexadecimal digits
 * @returns null when no file with this fingerprint was issued
 * @throws ServiceError `unavailable` when it could not be checked
 */
export async function verifyFingerprint(sha256: string): Promise<CheckedDocument | null> {
  const known = await findByFingerprints([sha256])
  return known.length > 0 ? verifyKnown({ sha256, size: null }, known, 'exact') : null
}

type Measured = Pick<DocumentWire, 'sha256' | 'size'>
type Named = Pick<KnownFingerprint, 'certificateId' | 'serial'>

function verifyKnown(file: Measured, known: readonly Named[], match: 'exact' | 'appended'): Promise<CheckedDocument> {
  const certificates = [...new Map(known.map((one) => [one.certificateId, one])).values()]
  const [first, ...others] = certificates
  const findings = [finding(match === 'exact' ? 'issued_file' : 'bytes_added')]
  if (!first || others.length > 0) return Promise.resolve(several(file, certificates, findings, Date.now()))
  return verifyOne(file, first, match, findings)
}

/**
 * Verifies the one certificate and says what the file adds to that: a genuine, current record does not make a changed
 * file genuine, and every outcome of the record that is worse comes first (definitions.md part 3).
 */
async function verifyOne(
  { sha256, size }: Measured,
  { certificateId, serial }: Named,
  match: DocumentWire['match'],
  findings: Finding[],
): Promise<CheckedDocument> {
  const checked = await verifyCertificate(serial)
  if (checked?.certificateId !== certificateId) throw undetermined('a certificate that a file names is not there')
  const { judgement, checkedAt } = checked
  if (judgement.overallStatus === 'invalid') {
    const document = { sha256, size, match: 'altered' as const, findings: [finding('record_invalid')] }
    return { document, checked, checkedAt, overallStatus: 'invalid' }
  }
  const altered = match !== 'exact' && judgement.overallStatus === 'verified'
  const overallStatus = altered ? 'document_altered' : judgement.overallStatus
  return { document: { sha256, size, match, findings }, checked, checkedAt, overallStatus }
}

/** Nobody can say which of them the file is about, so none is presented and none is counted. */
function several(
  { sha256, size }: Measured,
  certificates: readonly Named[],
  findings: Finding[],
  checkedAt: number,
): CheckedDocument {
  const all = finding('several_certificates', { serials: certificates.map(({ serial }) => displaySerial(serial)) })
  const document = { sha256, size, match: 'altered' as const, findings: [all, ...findings] }
  return { document, checked: null, checkedAt, overallStatus: 'document_altered' }
}

async function inspect(path: string, address: string): Promise<Inspection> {
  const { BASE_URL: baseUrl } = env()
  const serialLabels = ['Serial', `Check at ${new URL(baseUrl).host}`]
  const result = await inspectDocument(path, { address, verificationPrefix: `${baseUrl}/verify/`, serialLabels })
  switch (result.outcome) {
    case 'inspected':
      return result.inspection
    case 'not_a_pdf':
      throw new ServiceError('malformed', 'The file is not a PDF that can be read.')
    case 'encrypted':
      throw new ServiceError(
        'malformed',
        'The file is protected by a password, so it cannot be read. Save it without the password and send it again.',
      )
    case 'busy':
      throw new ServiceError('unavailable', 'Too many files are being checked just now. Try again in a moment.', {
        retryAfterSeconds: BUSY_RETRY_SECONDS,
      })
    case 'failed':
      throw undetermined(new Error(`inspecting a document ended with a ${result.reason}`))
  }
}
