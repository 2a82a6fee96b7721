import { Zip, ZipPassThrough } from 'fflate'
import { csvSafeCell } from '@/lib/domain/issue/csv-cell'
import { csvText } from '@/lib/domain/issue/csv-lines'
import { zipEntryName } from '@/lib/domain/issue/zip-entry-name'
import { ServiceError } from '@/lib/errors'
import type { ListedCertificate } from '@/lib/service/desk/certificates/read-listed'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { openFile } from '@/lib/service/files/read-file'
import { findBatchLine } from '@/lib/store/desk/batches'
import { batchRecords, type OwnBatchRow, ownBatchRows, requireOwnBatch } from './own-batch'

/** The most certificates of one archive: a batch of a command may hold hundreds of thousands. */
export const ZIP_CERTIFICATES = 1000

/**
 * An archive with the PDF of each certificate of a batch that is current, and a table of them; a correction stands in the place of what
 * it replaced. Every certificate is judged
 * before the first byte, so that what cannot be determined is an answer and no broken file.
 * @param part which thousand of its certificates, from 1
 * @returns the archive, made as it is read
 * @throws as `getOwnBatch`; ServiceError `not_found` for a part that is not there
 */
export async function zipBatch(member: DeskMember, id: string, part: number): Promise<AsyncGenerator<Uint8Array>> {
  await requireOwnBatch(member, id)
  const before = (part - 1) * ZIP_CERTIFICATES
  const line = before === 0 ? 0 : await findBatchLine(id, before)
  const rows: OwnBatchRow[] = []
  if (line !== null)
    for await (const row of ownBatchRows(member, id, line))
      if (rows.push({ ...row, ...row.correction }) === ZIP_CERTIFICATES) break
  if (rows.length === 0) throw new ServiceError('not_found', 'This batch has no certificates there.')
  return archiveOf(rows, await tableOf(rows))
}

/**
 * An archive with the PDF of each certificate that has one, and a table, made as it is read.
 * @param table as CSV
 */
export async function* archiveOf(rows: readonly ListedCertificate[], table: string): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  const add = (name: string, bytes: Uint8Array) => {
    // PDFs are compressed within.
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    entry.push(bytes, true)
  }
  for (const { certificate, pdfSha256 } of rows) {
    if (pdfSha256 === null) continue
    add(zipEntryName(certificate.recipient.full_name, certificate.serial), await openFile(pdfSha256))
    yield* made.splice(0)
  }
  add('certificates.csv', Buffer.from(`\uFEFF${table}`))
  zip.end()
  yield* made.splice(0)
}

function tableOf(rows: readonly OwnBatchRow[]): Promise<string> {
  return csvText(safe(batchRecords(rows)))
}

async function* safe(records: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const cells of records) yield cells.map(csvSafeCell)
}
