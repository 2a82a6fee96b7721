import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { RowCertificate, RowError } from '@/lib/domain/import-report'
import { findRowCertificates, findRowErrors } from '@/lib/store/import-batches'
import { readIssueFile } from './read-issue-file'

const READ_AT_ONCE = 1000

/** The rows of a file that have their certificates, in order, read in pieces. */
export function rowCertificates(batchId: string): AsyncGenerator<RowCertificate> {
  return inPieces((afterLine) => findRowCertificates(batchId, afterLine, READ_AT_ONCE))
}

/** The refused rows of a file, in order, read in pieces. */
export function rowErrors(batchId: string): AsyncGenerator<RowError> {
  return inPieces((afterLine) => findRowErrors(batchId, afterLine, READ_AT_ONCE))
}

/**
 * Writes the refused rows to a file of their own with the same header, to be mended and issued. Cells stay as they were
 * written: the file is the operator's own text on its way back, so nothing is put in front of them.
 */
export async function writeBadRows(batchId: string, path: string, badPath: string): Promise<void> {
  const errors = rowErrors(batchId)
  let next = await errors.next()
  const out = createWriteStream(badPath)
  const write = (cells: string[]) => out.write(`${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
  let header = false
  for await (const { line, cells, columns } of readIssueFile(path)) {
    if (next.done) break
    if (!header) header = write(columns) || true
    if (line !== next.value.line) continue
    write(cells)
    next = await errors.next()
  }
  out.end()
  await finished(out)
}

async function* inPieces<Row extends { line: number }>(read: (afterLine: number) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let line = 0; ; ) {
    const rows = await read(line)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    line = last.line
  }
}
