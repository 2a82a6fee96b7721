import type { DocumentWire, Finding } from '@/lib/contract/check/document'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { displaySerial } from '@/lib/domain/certificate/serial'
import { ServiceError, undetermined } from '@/lib/errors'
import { inspectDocument } from '@/lib/render/inspect/inspect-document'
import type { Inspection } from '@/lib/render/inspect/inspection-result'
import type { FileHashes } from '@/lib/render/typeset/prefix-hashes'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { refuseReceipt } from '@/lib/service/receipts/receipt-file-error'
import { assureNoneIsLost } from './assure-none'
import { type CheckedSerial, checkCertificate } from './check-certificate'
import { type ComparedDocument, compareWithIssued } from './compare-with-issued'
import { findByFingerprints, type KnownFingerprint } from './find-by-fingerprint'
import { findNamedCertificates } from './find-named-certificates'
import { finding } from './finding'
import { refineMatch } from './refine-match'
import { verifyCertificate } from './verify-certificate'

/** What inspecting waits for and is not refused by; a document is seldom behind more than a few others. */
const BUSY_RETRY_SECONDS = 5

/** A file to verify. */
interface DocumentToVerify extends FileHashes {
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
  /** Both first pages, where the file was compared with the issued one. */
  pictures: ComparedDocument['pictures']
}

/** Who asks, and for how much. */
export interface DocumentCheck {
  /** The caller's, as it is counted. */
  address: string
  /** Whether a file that is not the issued bytes is compared with them. */
  compare: boolean
}

const UNREAD = {
  more_pages:
    'Not all pages of the file could be looked at, at most the first three are, and no certificate is named on those. ' +
    'Send the pages of the certificate alone, or check its serial.',
  picture:
    'The file is a picture, such as a scan, on which neither a code nor a serial could be read. Scan it again more sharply, ' +
    'or check the serial that is printed on it.',
} as const

/** No certificate was found in a file, and not everything in it could be read: nobody knows whether it names one. */
export class UnreadFileError extends ServiceError {
  constructor(readonly reason: keyof typeof UNREAD) {
    super('malformed', UNREAD[reason])
  }
}

/**
 * Verifies a file for the public (spec parts 3, 5 and 7): by its hash, which needs no parsing; by the hash of
 * what it begins with; else by what it names. The check is counted exactly once, on the certificate that is presented,
 * unless the file is compared: that is asked for once its verdict was given (spec part 7).
 * @returns null when the file names no certificate
 * @throws UnreadFileError where none was found, and there are pages or pictures that could not be read; ServiceError
 * `malformed` when it is not a PDF that can be read; `unavailable` when it could not be checked;
 * ReceiptFileError (`not_found`) when it is the receipt of a check
 */
export async function verifyDocument(file: DocumentToVerify, check: DocumentCheck): Promise<CheckedDocument | null> {
  const prefixes = file.prefixes.map(({ sha256 }) => sha256)
  const known = await findByFingerprints([...new Set([file.sha256, ...prefixes])])
  const exact = known.filter(({ sha256 }) => sha256 === file.sha256)
  if (exact.length > 0) return verifyKnown(file, exact, 'exact')
  const compare = ({ serial }: Named) => (check.compare ? compareWithIssued(file.path, serial, check.address) : null)
  if (known.length > 0) return verifyKnown(file, known, 'appended', compare)
  const inspection = await inspect(file.path, check.address)
  const named = await findNamedCertificates(inspection)
  refuseReceipt(inspection, named)
  const findings = [finding('bytes_differ'), ...named.findings]
  const [first, ...others] = named.certificates
  if (!first && inspection.isPartial) throw new UnreadFileError('more_pages')
  if (!first && inspection.isPicture) throw new UnreadFileError('picture')
  if (!first) return null
  await Promise.all(named.certificates.map(({ serial }) => assureFileIsStated(serial)))
  if (others.length > 0) return several(file, [first, ...others], findings, named.checkedAt ?? Date.now())
  return verifyOne(file, first, { match: 'altered', findings, compared: await compare(first) })
}

/**
 * Verifies a file of which only the fingerprint is known: what stayed on the device of the person who asks.
 * @param sha256 64 lowercase hexadecimal digits
 * @returns null when no file with this fingerprint was issued
 * @throws ServiceError `unavailable` when it could not be checked
 */
export async function verifyFingerprint(sha256: string): Promise<CheckedDocument | null> {
  const known = await findByFingerprints([sha256])
  if (known.length > 0) return verifyKnown({ sha256, size: null }, known, 'exact')
  await assureNoneIsLost()
  return null
}

type Measured = Pick<DocumentWire, 'sha256' | 'size'>
/** `isSigned` is left out where a file only names its certificate. */
type Named = Pick<KnownFingerprint, 'certificateId' | 'serial'> & { isSigned?: boolean }

async function verifyKnown(
  file: Measured,
  known: readonly Named[],
  match: 'exact' | 'appended',
  compare: (named: Named) => Promise<ComparedDocument | null> | null = () => null,
): Promise<CheckedDocument> {
  const certificates = [...new Map(known.map((one) => [one.certificateId, one])).values()]
  const [first, ...others] = certificates
  const findings = [finding(match === 'exact' ? 'issued_file' : 'bytes_added')]
  if (!first || others.length > 0) return several(file, certificates, findings, Date.now())
  return verifyOne(file, first, { match, findings, compared: await compare(first) })
}

/**
 * Stands before every answer that a file is not the issued one, for each certificate that it names: each is issued, and signed again,
 * with a file, and where no statement of one of them is there, the file may be it. Nothing is counted.
 * @throws ServiceError `unavailable` where that may be so
 */
async function assureFileIsStated(serial: string): Promise<void> {
  const judgement = (await checkCertificate(serial))?.judgement
  if (judgement?.certificate.kind !== 'genuine' || !judgement.certificate.lacksPdf) return
  if (judgement.overallStatus === 'verified') throw undetermined('what is stated of a certificate’s file is not there')
}

interface KnownOfFile {
  match: DocumentWire['match']
  findings: Finding[]
  compared: ComparedDocument | null
}

/**
 * Verifies the one certificate and says what the file adds to that: a genuine, current record does not make a changed
 * file genuine, and every outcome of the record that is worse comes first (spec part 3).
 */
async function verifyOne(
  { sha256, size }: Measured,
  { certificateId, serial, isSigned }: Named,
  { match, findings, compared }: KnownOfFile,
): Promise<CheckedDocument> {
  const checked = await verifyCertificate(serial, { counted: compared === null })
  if (checked?.certificateId !== certificateId) throw undetermined('a certificate that a file names is not there')
  const { judgement, checkedAt } = checked
  if (isSigned === false && judgement.overallStatus !== 'invalid')
    throw undetermined('an event that names a file is not signed, and was not in the history that was judged')
  const measured = { sha256, size, comparison: null }
  if (judgement.overallStatus === 'invalid') {
    const document = { ...measured, match: 'altered' as const, findings: [finding('record_invalid')] }
    return { document, checked, checkedAt, overallStatus: 'invalid', pictures: null }
  }
  const altered = match !== 'exact' && judgement.overallStatus === 'verified'
  const overallStatus = altered ? 'document_altered' : judgement.overallStatus
  const served = overallStatus === 'withdrawn' || overallStatus === 'superseded' ? null : compared
  const { comparison = null, pictures = null } = served ?? {}
  const document = { ...measured, match: refineMatch({ match, findings, comparison }), findings, comparison }
  return { document, checked, checkedAt, overallStatus, pictures }
}

/** Nobody can say which of them the file is about, so none is presented and none is counted. */
function several(
  { sha256, size }: Measured,
  certificates: readonly Named[],
  findings: Finding[],
  checkedAt: number,
): CheckedDocument {
  const all = finding('several_certificates', { serials: certificates.map(({ serial }) => displaySerial(serial)) })
  const document = { sha256, size, match: 'altered' as const, findings: [all, ...findings], comparison: null }
  return { document, checked: null, checkedAt, overallStatus: 'document_altered', pictures: null }
}

async function inspect(path: string, address: string): Promise<Inspection> {
  const origins = ownOrigins()
  const verificationPrefixes = origins.map((origin) => `${origin}/verify/`)
  const serialLabels = ['Serial', ...origins.map((origin) => `Check at ${new URL(origin).host}`)]
  const result = await inspectDocument(path, { address, verificationPrefixes, serialLabels })
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
