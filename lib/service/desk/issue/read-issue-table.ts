import { parse } from 'csv-parse/sync'
import { fileKind, fileText } from '@/lib/domain/certificate/file-kind'
import { headLine } from '@/lib/domain/issue/head-line'
import { ServiceError } from '@/lib/errors'
import { workbookPool } from '@/lib/render/untrusted/untrusted-pool-holder'
import { tooManyRows } from '@/lib/service/issue/stage-issue-file'
import { UPLOAD_ROWS } from './issue-upload'

/** What may stand between two cells of a line. */
const SEPARATORS = ['\t', ',', ';', '|'] as const

/** As of a workbook. */
const MOST_COLUMNS = 100
/** Far more than a table of as many rows as are issued at once has: each costs the parser time, in which nobody else is served. */
const MOST_SEPARATORS = 500_000
const MOST_LINES = 5 * UPLOAD_ROWS

/** A text that is refused for the size of its table. */
export class LargeTableError extends ServiceError {
  constructor({ code, message }: ServiceError) {
    super(code, message)
  }
}

/** The old form of a workbook, which is no archive. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0]

/**
 * A table as somebody sent or pasted it: a workbook, or text in UTF-8, UTF-16 or Windows-1252 whose cells are parted by
 * tabs, commas, semicolons or bars. Rows without any cell are left out.
 * @throws ServiceError `malformed` for what is no table, or too large a one; `unavailable`
 */
export async function readIssueTable(file: Uint8Array): Promise<string[][]> {
  const rows = fileKind(file) === 'spreadsheet' ? await workbookRows(file) : textRows(file)
  const found = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  if (found.length === 0)
    throw new ServiceError('malformed', 'The table is empty: its first line must name the columns.')
  return found
}

async function workbookRows(file: Uint8Array): Promise<string[][]> {
  if (OLD_WORKBOOK.every((byte, index) => file[index] === byte))
    throw new ServiceError(
      'malformed',
      'This is a workbook of an old or protected kind. Save it as XLSX without a password.',
    )
  const outcome = await workbookPool().run('workbook', { bytes: file })
  if (outcome.kind === 'done') return outcome.output
  if (outcome.kind === 'refused')
    throw new ServiceError(
      'malformed',
      `The workbook cannot be read: ${outcome.detail}. Save the sheet as CSV, and send that.`,
    )
  throw new ServiceError('unavailable', 'Workbooks cannot be read just now. Try again in a moment.', {
    cause: outcome.reason,
  })
}

function textRows(file: Uint8Array): string[][] {
  const kind = fileKind(file)
  const text = kind === 'pdf' || kind === 'picture' ? null : fileText(file)
  if (text === null)
    throw new ServiceError('malformed', 'This is no table. Send a workbook (XLSX) or a CSV file, or paste the rows.')
  if (hasMore(text, '\n', MOST_LINES) || hasMore(text, '\r', MOST_LINES))
    throw new LargeTableError(tooManyRows(UPLOAD_ROWS))
  const delimiter = separatorOf(text)
  if (hasMore(text, delimiter, MOST_SEPARATORS)) throw new LargeTableError(tooManyColumns())
  const rows = records(text, delimiter)
  if (rows.length > UPLOAD_ROWS + 1) throw new LargeTableError(tooManyRows(UPLOAD_ROWS))
  if (rows.some((row) => row.length > MOST_COLUMNS)) throw new LargeTableError(tooManyColumns())
  return rows
}

function records(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      to: UPLOAD_ROWS + 2,
    })
  } catch (cause) {
    throw new ServiceError(
      'malformed',
      'The table cannot be read: a quote is opened and never closed, or stands inside a cell.',
      {
        cause,
      },
    )
  }
}

/** Says yes as soon as more than `most` of them were seen. */
function hasMore(text: string, wanted: string, most: number): boolean {
  let seen = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) if (++seen > most) return true
  return false
}

function tooManyColumns(): ServiceError {
  return new ServiceError(
    'malformed',
    `The table has more than ${MOST_COLUMNS} columns. Leave out those that no certificate shows.`,
  )
}

/** The one that parts the first line into most cells; a comma where nothing does. */
function separatorOf(text: string): string {
  const first = headLine(text)
  const [best = ','] = [...SEPARATORS].sort((a, b) => first.split(b).length - first.split(a).length)
  return first.includes(best) ? best : ','
}
