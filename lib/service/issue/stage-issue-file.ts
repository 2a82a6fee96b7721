import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { serialKey } from '@/lib/domain/certificate/serial'
import { SerialSequenceDetector } from '@/lib/domain/certificate/serial-sequence'
import { type IssueRow, type IssueRowResult, rowHash } from '@/lib/domain/issue/issue-row'
import { parseRecord } from '@/lib/domain/issue/parse-record'
import { ServiceError } from '@/lib/errors'
import type { ImportSession } from '@/lib/store/records/import-session'
import { type StagedRow, stageRows } from '@/lib/store/records/staged-rows'
import type { IssueSource } from './issue-source'
import { type FileRecord, readIssueFile } from './read-issue-file'
import { undrawableReasons } from './undrawable-reasons'

const STAGED_AT_ONCE = 500

/** The context that the rows of a file are read in, the same at every reading. */
export interface IssueFileFrame {
  /** The header. */
  columns: string[]
  /** The time of the run, which dates are judged by. */
  now: Date
}

/**
 * Validates every row of a file and stages it in the session, so that memory does not grow with the file.
 * @param file where it is, or its bytes, and what `hashFile` said of it
 * @param options `guessableSerials` allows serials that follow one another; `maxRows` is the most that are taken; `onRead` is called after each stretch of
 *   rows with the bytes read so far, and stops the run by throwing
 * @throws ServiceError `malformed` when the file as a whole is refused
 */
export async function stageIssueFile(
  session: ImportSession,
  file: { source: IssueSource; sha256: string },
  options: { guessableSerials: boolean; maxRows?: number; onRead: (bytes: number) => void },
): Promise<IssueFileFrame> {
  const frame: IssueFileFrame = { columns: [], now: new Date() }
  const serials = new SerialSequenceDetector()
  let waiting: StagedRow[] = []
  let rows = 0
  for await (const record of readIssueFile(file.source, file.sha256)) {
    if (++rows > (options.maxRows ?? Infinity)) throw tooManyRows(options.maxRows ?? 0)
    frame.columns = record.columns
    const { row, serial } = stage(record, frame)
    if (serial !== null) serials.add(serial)
    waiting.push(row)
    if (waiting.length < STAGED_AT_ONCE) continue
    await stageRows(session, waiting)
    waiting = []
    options.onRead(record.bytesRead)
  }
  await stageRows(session, waiting)
  if (!options.guessableSerials && serials.verdict().consecutive) {
    throw new ServiceError(
      'malformed',
      'The serials in this file are consecutive, so anyone could read the names one by one. Leave the serial ' +
        'column out, or allow this with --guessable-serials.',
    )
  }
  return frame
}

/** Said of a file with more rows than are issued at once. */
export function tooManyRows(most: number): ServiceError {
  const count = most.toLocaleString('en')
  return new ServiceError(
    'malformed',
    `The file has more than ${count} rows. Split it, and send one part after another.`,
  )
}

/**
 * Reads a staged row that was found good.
 * @param cells as they were staged
 */
export function unstage(cells: string, frame: IssueFileFrame): IssueRow {
  const parsed = parseCells(JSON.parse(cells) as string[], frame)
  if (!parsed.ok) throw new Error('a row that was found good is refused at its second reading')
  return parsed.row
}

function stage({ line, cells }: FileRecord, frame: IssueFileFrame): { row: StagedRow; serial: string | null } {
  const parsed = parseCells(cells, frame)
  const text = JSON.stringify(cells)
  if (!parsed.ok) {
    const error = parsed.reasons.join('; ')
    return { serial: null, row: { line, rowHash: sha256Hex(text), serialKey: null, cells: text, error } }
  }
  const { serial } = parsed.row
  const key = serial === null ? null : serialKey(serial)
  return { serial, row: { line, rowHash: rowHash(parsed.row), serialKey: key, cells: text, error: null } }
}

function parseCells(cells: string[], { columns, now }: IssueFileFrame): IssueRowResult {
  const parsed = parseRecord(columns, cells, { now })
  const reasons = parsed.ok ? undrawableTexts(parsed.row) : []
  return reasons.length > 0 ? { ok: false, reasons } : parsed
}

/** A name that cannot stand on the certificate is refused before anything is issued. */
function undrawableTexts({ fullName, registrationNumber, eventTitle, achievement }: IssueRow): string[] {
  return undrawableReasons({
    full_name: fullName,
    registration_number: registrationNumber,
    event_title: eventTitle,
    achievement,
  })
}
