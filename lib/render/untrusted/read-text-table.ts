import { parse } from 'csv-parse/sync'
import { fileKind, isCutText, unicodeText } from '@/lib/domain/certificate/file-kind'
import { guessColumns } from '@/lib/domain/issue/guess-columns'
import type { NumberedRow } from '@/lib/domain/issue/issue-preview'
import { lineEnds } from '@/lib/domain/issue/line-ends'
import { tableSeparator } from '@/lib/domain/issue/table-separator'
import { holdsRowsInQuote } from '@/lib/domain/table/rows-in-quote'
import { type CodePage, decodeCodePage } from '@/lib/domain/text/code-page'
import { MOST_COLUMNS, type TableFault } from './untrusted-limits'

/** Far more than a table of as many rows as are issued at once has: each costs the parser time and memory. */
const MOST_SEPARATORS = 500_000
/** Lines for a row: quoted cells hold line ends, and empty lines are passed over. */
const MOST_LINES_A_ROW = 5

/**
 * A table out of a text in UTF-8 or UTF-16, or in a code page that somebody said, whose cells are parted by tabs, commas, semicolons or
 * bars. To be called in the thread for documents of others alone.
 * @param mostRows below the head
 * @returns its rows that hold anything, the head first, each with as many cells as it has, or what is wrong with it
 */
export function readTextTable(file: Uint8Array, mostRows: number, page?: CodePage): NumberedRow[] | TableFault {
  const kind = fileKind(file)
  if (kind === 'pdf' || kind === 'picture') return 'no-table'
  const text = page ? decodeCodePage(file, page) : unicodeText(file)
  if (!page && isCutText(file)) return 'cut'
  return text === null ? 'no-table' : tableOfText(text, mostRows)
}

/** The same of its text. */
export function tableOfText(text: string, mostRows: number): NumberedRow[] | TableFault {
  const mostLines = MOST_LINES_A_ROW * mostRows
  if (hasMore(text, '\n', mostLines) || hasMore(text, '\r', mostLines)) return 'rows'
  const delimiter = tableSeparator(text, (cell) => guessColumns([cell])[0] !== null)
  if (hasMore(text, delimiter, MOST_SEPARATORS)) return 'columns'
  const rows = records(text, delimiter)
  if (rows === null) return 'quotes'
  if (typeof rows === 'string') return rows
  if (rows.length > mostRows + 1) return 'rows'
  return rows.some(({ cells }) => cells.length > MOST_COLUMNS) ? 'columns' : rows
}

/** Each with the line that it begins on; null where a quote is wrong. */
function records(text: string, delimiter: string): NumberedRow[] | null | TableFault {
  const rows: NumberedRow[] = []
  let [next, width, joined] = [1, 0, null as TableFault | null]
  // Where a program puts a quote around each cell, as ours does, none is opened by mistake.
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1)
  const isQuoted = head.split(delimiter).every((cell) => /^".*"$/.test(cell))
  try {
    parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells: string[]) => {
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: next, cells })
        const ends = lineEnds(cells)
        if (ends > 0 && !isQuoted && holdsRowsInQuote(cells, width, delimiter))
          joined ??= `in-quote ${next} ${next + ends}`
        width = Math.max(width, cells.length)
        next += 1 + ends
        return null
      },
    })
    return joined ?? rows
  } catch {
    return null
  }
}

/** Says yes as soon as more than `most` of them were seen. */
function hasMore(text: string, wanted: string, most: number): boolean {
  let seen = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) if (++seen > most) return true
  return false
}
