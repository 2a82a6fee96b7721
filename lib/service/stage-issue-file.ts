import { type CertificateRow, parseCertificateRow, rowHash } from '@/lib/domain/certificate-row'
import { sha256Hex } from '@/lib/crypto/sha256'
import { serialKey } from '@/lib/domain/serial'
import { SerialSequenceDetector } from '@/lib/domain/serial-sequence'
import { ServiceError } from '@/lib/errors'
import { type StagedRow, stageRows } from '@/lib/store/import-batches'
import { type FileRecord, readIssueFile } from './read-issue-file'

const STAGED_AT_ONCE = 500

/**
 * Validates every row of a file and stages it in the database, so that memory does not grow with the file.
 * @param options `guessableSerials` allows serials that follow one another; `onRow` is called after each stretch of
 *   rows with their number so far
 * @throws ServiceError `malformed` when the file as a whole is refused
 */
export async function stageIssueFile(
  batchId: string,
  path: string,
  options: { guessableSerials: boolean; onRow: (rows: number) => void },
): Promise<void> {
  const now = new Date()
  const sequence = new SerialSequenceDetector()
  let waiting: StagedRow[] = []
  let rows = 0
  for await (const record of readIssueFile(path)) {
    const staged = stage(record, now)
    if (staged.serial !== null) sequence.add(staged.serial)
    waiting.push(staged.row)
    rows += 1
    if (waiting.length < STAGED_AT_ONCE) continue
    await stageRows(batchId, waiting)
    waiting = []
    options.onRow(rows)
  }
  if (waiting.length > 0) await stageRows(batchId, waiting)
  options.onRow(rows)
  if (!options.guessableSerials && sequence.verdict().consecutive) {
    throw new ServiceError(
      'malformed',
      'The serials of this file follow one another, so that anyone can read the names one by one. Leave the serial ' +
        'column out, or say --guessable-serials if that is meant.',
    )
  }
}

function stage({ line, cells, columns }: FileRecord & { columns: string[] }, now: Date) {
  const refuse = (error: string): { serial: null; row: StagedRow } => ({
    serial: null,
    row: { line, rowHash: sha256Hex(JSON.stringify(cells)), serialKey: null, row: null, error },
  })
  if (cells.length !== columns.length) {
    return refuse(`the row has ${cells.length} cells where the header has ${columns.length}`)
  }
  const parsed = parseCertificateRow(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])), { now })
  if (!parsed.ok) return refuse(parsed.reasons.join('; '))
  const { row } = parsed
  return {
    serial: row.serial,
    row: {
      line,
      rowHash: rowHash(row),
      serialKey: row.serial === null ? null : serialKey(row.serial),
      row: JSON.stringify(row),
      error: null,
    },
  }
}

/** Reads back what was staged. */
export function unstage(json: string): CertificateRow {
  const row = JSON.parse(json) as Record<keyof CertificateRow, string | null>
  const time = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...(row as unknown as CertificateRow),
    issuedAt: time(row.issuedAt),
    issuedAtWritten: time(row.issuedAtWritten),
    expiresAt: time(row.expiresAt),
  }
}
