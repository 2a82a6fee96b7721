import { fileKind } from '@/lib/domain/certificate/file-kind'
import { findHead, isRowForHead } from '@/lib/domain/issue/find-head'
import { guessColumns } from '@/lib/domain/issue/guess-columns'
import type { HiddenSheets, NumberedRow } from '@/lib/domain/issue/issue-preview'
import { issueRecords, type TableChoice } from '@/lib/domain/issue/issue-table'
import { numberedCsv } from '@/lib/domain/issue/numbered-csv'
import { findSlashColumns, type SlashColumn } from '@/lib/domain/issue/slash-days'
import { cellToShow, plainCell } from '@/lib/domain/issue/written-day'
import type { CodePage } from '@/lib/domain/text/code-page'
import { readTextTable } from './read-text-table'
import { readWorkbook } from './read-workbook'
import type { TableFault } from './untrusted-limits'

/** A table as somebody sent or pasted it, and the most rows that it may have below its head. */
export interface SentTable {
  bytes: Uint8Array
  mostRows: number
  /** What somebody said that it was saved in, where it is not in Unicode. */
  codePage?: CodePage
}

/** What is told of a table; its rows stay in the thread. */
export interface IssueTable {
  head: string[]
  /** The first rows below the head. */
  samples: string[][]
  slashed: SlashColumn[]
  /** Whether it is written as an issue file is, but for the names of its columns. */
  isPlain: boolean
  /** It as an issue file is written: its own bytes where they are so already, by which it is known when it is sent again. */
  file: Uint8Array
  /** Absent where its program hides none of its sheets that counts. */
  sheets?: HiddenSheets
}

/** Rows that stand under a head whose columns are to be confirmed. */
const SAMPLES = 3

/** @returns what is wrong with it, where it cannot be read  @throws WorkbookError */
export async function readSentTable(sent: SentTable): Promise<IssueTable | TableFault> {
  const found = await rowsOf(sent)
  if (typeof found === 'string') return found
  const { rows: all, sheets } = found
  const table = all.slice(titlesAbove(all))
  const [head = [], ...rows] = table.map(({ cells }) => cells)
  if (isRowForHead(head, rows)) return 'no-head'
  const isPlain = table.length === all.length && isPlainCsv(sent.bytes) && hasPlainCells(rows, guessColumns(head))
  return {
    head: head.map(cellToShow),
    samples: rows.slice(0, SAMPLES).map((cells) => cells.map(cellToShow)),
    slashed: findSlashColumns(rows, head.length),
    isPlain,
    file: isPlain ? sent.bytes : csvOf(table),
    ...(sheets && { sheets }),
  }
}

/**
 * The records of an issue file out of a table, by what somebody chose for its columns.
 * @throws WorkbookError
 */
export async function writeSentTable(sent: SentTable, choice: TableChoice): Promise<Uint8Array | TableFault> {
  const table = await rowsOf(sent)
  return typeof table === 'string' ? table : csvOf(issueRecords(table.rows, choice))
}

function csvOf(rows: readonly NumberedRow[]): Uint8Array {
  return new TextEncoder().encode(numberedCsv(rows))
}

/**
 * How many lines a table has above its head, such as its title and the day: a few cells each, and below them the first line that
 * names columns. Of a table whose head nothing tells, none.
 */
function titlesAbove(table: readonly NumberedRow[]): number {
  const at = findHead(table.map(({ cells }) => cells))
  if (at < 1) return 0
  const isTitle = ({ cells }: NumberedRow) => cells.filter((cell) => cell.trim() !== '').length <= 2
  return table.slice(0, at).every(isTitle) ? at : 0
}

/** Without rows that hold nothing. */
async function rowsOf({
  bytes,
  mostRows,
  codePage,
}: SentTable): Promise<{ rows: NumberedRow[]; sheets?: HiddenSheets } | TableFault> {
  const workbook = fileKind(bytes) === 'spreadsheet' ? await readWorkbook(bytes) : null
  const rows = workbook ? numbered(workbook.rows) : readTextTable(bytes, mostRows, codePage)
  if (typeof rows === 'string') return rows
  const found = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (found.length > mostRows + 1) return 'rows'
  if (found.length === 0) return 'empty'
  const isHidden = workbook && (workbook.sheets.left.length > 0 || workbook.sheets.taken !== null)
  return { rows: found, ...(isHidden && { sheets: workbook.sheets }) }
}

/** The rows of a sheet, as its program numbers them. */
function numbered(rows: readonly string[][]): NumberedRow[] {
  return rows.map((cells, at) => ({ line: at + 1, cells }))
}

/** Whether the command would read its bytes as they are. */
function isPlainCsv(file: Uint8Array): boolean {
  if (fileKind(file) === 'spreadsheet') return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file)
    return !/^[^\r\n]*\|/.test(new TextDecoder().decode(file.subarray(0, 4096)))
  } catch {
    return false
  }
}

/** Whether its days are written as an issue file has them. */
function hasPlainCells(rows: readonly string[][], columns: readonly (string | null)[]): boolean {
  return rows.every((row) => row.every((cell, index) => plainCell(cell, columns[index]) === cell))
}
