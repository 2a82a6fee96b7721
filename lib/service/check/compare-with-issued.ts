import type { Comparison } from '@/lib/contract/check/document'
import { ServiceError } from '@/lib/errors'
import { compareDocument } from '@/lib/render/compare/compare-document'
import { nameDifferences } from '@/lib/render/compare/compared-fields'
import type { ComparedFile } from '@/lib/render/compare/comparison-result'
import { openFile } from '@/lib/service/files/read-file'
import { checkCertificate } from './check-certificate'

/** Seconds until a place in the queue is likely to be free again. */
const BUSY_RETRY_SECONDS = 5

/** A file against the issued one, for the answer and for the page. */
export interface ComparedDocument {
  comparison: Comparison
  /** Both first pages as base64 PNG, made by us, and where they differ; null where the file's page cannot be drawn. */
  pictures: (NonNullable<ComparedFile['pictures']> & Pick<ComparedFile, 'marks'>) | null
}

/**
 * Compares a file with the issued one of a certificate whose files are served (spec part 7). A file that
 * breaks or tires its reader is one that cannot be read: nothing is claimed of it. No check is counted, and no verdict
 * given: the caller asks for that afterwards, so that it is of the moment of the answer.
 * @param path of the file
 * @param address the caller's as it is counted
 * @returns null when the certificate has no file that is served
 * @throws ServiceError `unavailable` when too many are being read, or the issued file is out of reach
 */
export async function compareWithIssued(
  path: string,
  serial: string,
  address: string,
): Promise<ComparedDocument | null> {
  const certificate = (await checkCertificate(serial))?.judgement.certificate
  if (certificate?.kind !== 'genuine' || certificate.folded.status !== 'issued' || !certificate.pdf) return null
  const result = await compareDocument(path, await openFile(certificate.pdf.sha256), address)
  if (result.outcome === 'busy') {
    const sentence = 'Too many files are being checked just now. Try again in a moment.'
    throw new ServiceError('unavailable', sentence, { retryAfterSeconds: BUSY_RETRY_SECONDS })
  }
  if (result.outcome === 'failed') {
    return { comparison: { text: 'unreadable', picture: 'unreadable', differences: [] }, pictures: null }
  }
  const { text, picture, pictures, marks } = result.file
  const differences = nameDifferences(result.file, certificate.content.serial)
  return { comparison: { text, picture, differences }, pictures: pictures && { ...pictures, marks } }
}
