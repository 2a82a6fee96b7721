import { parse } from 'csv-parse/sync'
import { fileKind, fileText } from '@/lib/domain/certificate/file-kind'
import { ServiceError } from '@/lib/errors'
import { workbookPool } from '@/lib/render/untrusted/untrusted-pool-holder'

/** What may stand between two cells of a line. */
const SEPARATORS = ['\t', ',', ';', '|'] as const

/** The old form of a workbook, which is no archive. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0]

/**
 * A table as somebody sent or pasted it: a workbook, or text in UTF-8, UTF-16 or Windows-1252 whose cells are parted by
 * tabs, commas, semicolons or bars. Rows without any cell are left out.
 * @throws ServiceError `malformed` for what is no table; `unavailable`
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
  try {
    return parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
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

/** The one that parts the first line into most cells; a comma where nothing does. */
function separatorOf(text: string): string {
  const first = text.split(/[\r\n]+/).find((line) => /[^\s,;|"\uFEFF]/.test(line)) ?? ''
  const [best = ','] = [...SEPARATORS].sort((a, b) => first.split(b).length - first.split(a).length)
  return first.includes(best) ? best : ','
}
