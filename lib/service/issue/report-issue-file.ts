import type { RowCertificate, RowError } from '@/lib/domain/issue/import-report'
import { cleanText } from '@/lib/domain/text/clean-text'
import type { ImportSession } from '@/lib/store/records/import-session'
import { findIssuedRows, findRefusedRows } from '@/lib/store/records/staged-rows'
import type { IssueFileFrame } from './stage-issue-file'

const READ_AT_ONCE = 1000

/** The rows of a file that have their certificates, in order, read in pieces. */
export async function* rowCertificates(session: ImportSession, frame: IssueFileFrame): AsyncGenerator<RowCertificate> {
  const rows = inPieces((afterLine) => findIssuedRows(session, afterLine, READ_AT_ONCE))
  for await (const { line, id, serial, cells } of rows) {
    const read = (column: string) => cellOf(cells, column, frame)
    const registrationNumber = read('registration_number') || null
    yield { line, id, serial, fullName: read('full_name'), registrationNumber, email: read('email') || null }
  }
}

/** The refused rows of a file with their reasons, in order, read in pieces. */
export async function* rowErrors(session: ImportSession): AsyncGenerator<RowError> {
  const rows = inPieces((afterLine) => findRefusedRows(session, afterLine, READ_AT_ONCE))
  for await (const { line, error } of rows) yield { line, error }
}

/**
 * The header and the refused rows, with their cells as they were written: the operator's own text on its way back, to
 * be mended and issued, so nothing is put in front of a cell.
 */
export async function* refusedRecords(session: ImportSession, frame: IssueFileFrame): AsyncGenerator<string[]> {
  yield frame.columns
  const rows = inPieces((afterLine) => findRefusedRows(session, afterLine, READ_AT_ONCE))
  for await (const { cells } of rows) yield JSON.parse(cells) as string[]
}

/** A cell as it was issued. The row is not judged again: what is issued may have expired since. */
function cellOf(cells: string, column: string, { columns }: IssueFileFrame): string {
  const cell = (JSON.parse(cells) as string[])[columns.indexOf(column)] ?? ''
  const cleaned = cleanText(cell, { field: column })
  return cleaned.ok ? cleaned.text : ''
}

async function* inPieces<Row extends { line: number }>(
  read: (afterLine: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let line = 0; ;) {
    const rows = await read(line)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    line = last.line
  }
}
