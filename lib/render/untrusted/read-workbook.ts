import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/universal'
import { findHead, isHeadAgain } from '@/lib/domain/issue/find-head'
import type { HiddenSheets } from '@/lib/domain/issue/issue-preview'
import { tagAttribute } from '@/lib/domain/workbook/number-formats'
import { plainNumber, UNREAD_FORM } from '@/lib/domain/workbook/shown-number'
import { requireSeenCells } from './require-seen-cells'
import { formatsOf, withShownNumbers } from './shown-numbers'
import { MOST_COLUMNS } from './untrusted-limits'
import { requireFewRows, requireModest, requireNoFarCell, requireWholeTexts, sheetsOf } from './workbook-bounds'
import { WorkbookError } from './workbook-error'

const SHEET_TAG = /<(?:[\w.-]{1,40}:)?sheet\s(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/g
const RELATION_TAG = /<(?:[\w.-]{1,40}:)?Relationship\s(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/g

type CellValue = string | number | boolean | Date | null

/**
 * The sheet of a workbook (XLSX) that is a table of rows to issue, else the first that holds anything, none that is hidden while
 * there is another, as texts: a formula as what it came to, a number as the sheet shows it, a date as `YYYY-MM-DD` behind its mark whichever of the two calendars the workbook counts in, an error as it is called, TRUE and FALSE behind that mark, an empty cell as nothing. To be called in the
 * thread for documents of others alone.
 * @throws WorkbookError with a sentence for who sent it
 */
export async function readWorkbook(bytes: Uint8Array): Promise<{ rows: string[][]; sheets: HiddenSheets }> {
  requireModest(bytes)
  requireFewRows(bytes)
  requireNoFarCell(bytes)
  requireWholeTexts(bytes)
  const sheets = await readSheets(bytes)
  const filled = sheets.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)))
  const hidden = hiddenSheets(bytes)
  const shown = filled.filter(({ sheet }) => !hidden.has(sheet))
  const tables = shown.filter(({ data }) => isTable(data))
  const taken = tables[0] ?? shown[0] ?? filled[0]
  const rows = taken?.data ?? []
  // Whoever sends both would not notice that half of the people get nothing.
  const other = shown.find((sheet) => sheet !== taken && (tables.includes(sheet) || goesOn(sheet.data, rows)))
  if (taken && other) throw new WorkbookError(`it has tables on several sheets, ${taken.sheet} and ${other.sheet}`)
  if (rows.some((row) => row.length > MOST_COLUMNS)) throw new WorkbookError(`it has more than ${MOST_COLUMNS} columns`)
  const texts = rows.map((row) => row.map(cellText))
  if (taken) for (const part of partsOf(bytes, taken.sheet)) requireSeenCells(part, texts, formatsOf(bytes))
  const isHiddenTable = ({ sheet, data }: Sheet) => hidden.has(sheet) && (isTable(data) || goesOn(data, rows))
  const left = filled.filter((sheet) => sheet !== taken && isHiddenTable(sheet)).map(({ sheet }) => sheet)
  return { rows: texts, sheets: { left, taken: taken && hidden.has(taken.sheet) ? taken.sheet : null } }
}

/** The text of a sheet, byte for byte; of all of them where it is not known which one it is. */
function partsOf(bytes: Uint8Array, sheet: string): string[] {
  const read = (wanted: (name: string) => boolean) => {
    const parts = Object.entries(unzipSync(bytes, { filter: ({ name }) => wanted(name) }))
    return new Map(parts.map(([name, part]) => [name, Buffer.from(part.buffer, part.byteOffset, part.byteLength)]))
  }
  const tags = (name: string, of: RegExp) =>
    read((one) => one === name)
      .get(name)
      ?.toString()
      .match(of) ?? []
  const found = tags('xl/workbook.xml', SHEET_TAG).find((tag) => tagAttribute(tag, 'name') === sheet)
  const id = found && (/\s[\w.-]{1,40}:id\s*=\s*["']([^"']*)/.exec(found)?.[1] ?? null)
  const relation = tags('xl/_rels/workbook.xml.rels', RELATION_TAG).find((tag) => tagAttribute(tag, 'Id') === id)
  const target = (relation && tagAttribute(relation, 'Target')) ?? ''
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  const part = read((name) => name === path).get(path)
  return (part ? [part] : sheetsOf(bytes)).map((one) => one.toString('latin1'))
}

/** Whether some of its first lines name columns of certificates, and rows stand below. */
function isTable(data: readonly CellValue[][]): boolean {
  const first = firstTexts(data)
  const at = findHead(first)
  return at !== -1 && at < first.length - 1
}

/**
 * Whether a sheet seems to hold more rows of a table: the same head, or, without one, rows of at least half as many cells. Two at least, unless
 * the table has no more than one.
 */
function goesOn(data: readonly CellValue[][], table: readonly CellValue[][]): boolean {
  const [rows, taken] = [filledRows(data), firstTexts(table)]
  const head = taken[Math.max(0, findHead(taken))] ?? []
  const count = (row: readonly CellValue[]) => row.filter((cell) => String(cell ?? '').trim() !== '').length
  const named = findHead(firstTexts(data))
  const least = Math.min(Math.max(...taken.map(count)), Math.max(2, count(head) / 2))
  const isAgain = rows.length > 1 && isHeadAgain(firstTexts(rows)[0] ?? [], head)
  return isAgain || rows.some((row, at) => at !== named && count(row) >= least)
}

const filledRows = (data: readonly CellValue[][]) =>
  data.filter((row) => row.some((cell) => cell !== null && cell !== ''))

/** The texts of the first rows that hold any: more than are looked at for a head, so that there is one below it. */
function firstTexts(data: readonly CellValue[][]): string[][] {
  const first = filledRows(data).slice(0, 6)
  return first.map((row) => row.slice(0, MOST_COLUMNS).map(cellText))
}

/** The names of the sheets that a spreadsheet program does not show: who sends the workbook may not know of them. */
function hiddenSheets(bytes: Uint8Array): Set<string> {
  const [book] = Object.values(unzipSync(bytes, { filter: ({ name }) => name === 'xl/workbook.xml' }))
  const tags = new TextDecoder().decode(book).match(SHEET_TAG) ?? []
  const isHidden = (tag: string) => (tagAttribute(tag, 'state') ?? 'visible') !== 'visible'
  return new Set(tags.filter(isHidden).map((tag) => tagAttribute(tag, 'name') ?? ''))
}

interface Sheet {
  sheet: string
  data: CellValue[][]
}

async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const shown = withShownNumbers(bytes)
    const buffer = shown.buffer.slice(shown.byteOffset, shown.byteOffset + shown.byteLength) as ArrayBuffer
    const sheets = (await readXlsxFile(buffer, { trim: false })) as { sheet: string; data?: CellValue[][] }[]
    // A sheet that is a chart has no cells.
    return sheets.map(({ sheet, data = [] }) => ({ sheet, data }))
  } catch {
    throw new WorkbookError('it is damaged, protected by a password, or no workbook')
  }
}

function cellText(cell: CellValue): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return plainNumber(cell)
  // What a box that is ticked says of somebody no certificate tells: as a result it would read "true".
  if (typeof cell === 'boolean') return `${UNREAD_FORM}${String(cell).toUpperCase()}`
  return cell instanceof Date ? dayText(cell) : String(cell)
}

/**
 * A day, which the library gives as its first moment in UTC, with the mark that only a column of days takes off: the sheet makes a day
 * of a result such as 8/10, and shows it in another form. A workbook keeps a time of day, and how long something took, as the
 * part of a day, and no zone: of such a cell the mark stays, so that no certificate shows it and no zone is guessed.
 */
function dayText(cell: Date): string {
  if (Number.isNaN(cell.getTime())) return ''
  const [day = '', time = ''] = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().split('T')
  const isDay = time === '00:00:00.000Z' && cell.getTime() >= FIRST_MARCH_1900
  return `${UNREAD_FORM}${day}${isDay ? '' : ` ${time.slice(0, 8)}`}`
}

/** The workbook's days before it are those of no calendar (it has a 29 February 1900), and hours that add up to more than one day. */
const FIRST_MARCH_1900 = Date.UTC(1900, 2, 1)
