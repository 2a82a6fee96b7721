import { findHead } from '@/lib/domain/issue/find-head'
import { guessColumns } from '@/lib/domain/issue/guess-columns'
import { columnLetters } from '@/lib/domain/table/write-workbook'
import { tagAttribute } from '@/lib/domain/workbook/number-formats'
import { showsWholeText } from '@/lib/domain/workbook/shown-number'
import { WorkbookError } from './workbook-error'

const ROW = /<(?:[\w.-]{1,40}:)?row\s[^<>]*>/g
const COLUMN = /<(?:[\w.-]{1,40}:)?col\s[^<>]*>/g
const MERGED = /<(?:[\w.-]{1,40}:)?mergeCell\s[^<>]*>/g
/** The start of a cell, its formula, or its value with the text in it. */
const PART =
  /<(?:[\w.-]{1,40}:)?(?:(?<cell>c(?:\s[^<>]*)?)|(?<formula>f(?:\s[^<>]*)?\/?)|v(?:\s[^<>]*)?\/?)>(?<value>[^<]*)/g
const CELL = /<(?:[\w.-]{1,40}:)?c\s[^<>]*>/g
const TEXTS = new Set(['s', 'str', 'inlineStr'])
const CELLS_END = /<\/(?:[\w.-]{1,40}:)?sheetData\s*>/
const RANGE = /^\$?[A-Z]{1,3}\$?(\d{1,7})(?::\$?[A-Z]{1,3}\$?(\d{1,7}))?$/

/**
 * Says no to a table where whoever sends it sees something else than its cells hold: rows that a filter hides would be issued, and a
 * column that is hidden would stand on certificates, as would a text that its form hides, or shows with another one around it; of a date of
 * expiry that is merged over several rows, or is a formula that no program worked out, certificates without an end would come.
 * @param xml of the sheet, byte for byte
 * @param rows of it, the first one first
 * @param formats of its workbook, by the place of the style
 * @throws WorkbookError
 */
export function requireSeenCells(
  xml: string,
  rows: readonly (readonly string[])[],
  formats: readonly (string | null)[],
): void {
  const filled = rows.flatMap((cells, row) => (cells.some((cell) => cell.trim() !== '') ? [row] : []))
  const head = filled[Math.max(0, findHead(filled.map((row) => rows[row] ?? [])))] ?? 0
  const below = new Set(filled.filter((row) => row > head))
  for (const row of hiddenRows(xml)) if (below.has(row)) throw new WorkbookError(`its row ${row + 1} is hidden`)
  const columns = guessColumns(rows[head] ?? [])
  for (const column of hiddenColumns(xml, columns.length))
    if (columns[column]) throw new WorkbookError(`its column ${rows[head]?.[column]?.trim() ?? ''} is hidden`)
  for (const [tag] of xml.matchAll(MERGED)) {
    const written = tagAttribute(tag, 'ref') ?? ''
    const [top = 0, bottom = top] = rowsOf(written)
    const isOfOne = top <= head || top === bottom || [...below].filter((row) => row >= top && row <= bottom).length < 2
    if (!isOfOne) throw new WorkbookError(`its cells ${written} are merged over several rows`)
    const covered = coveredText(written, rows, below)
    if (covered !== null) throw new WorkbookError(`its cell ${covered} shows another text than it holds`)
  }
  const isBelow = (written: string) => (rowsOf(written)[0] ?? Infinity) > head
  for (const written of formulasWithoutValue(xml))
    if (isBelow(written)) throw new WorkbookError(`the formula in ${written} was never worked out`)
  for (const written of textsInForms(xml, rows, formats))
    if (isBelow(written)) throw new WorkbookError(`its cell ${written} shows another text than it holds`)
}

/** The name of a cell that holds a text below another one that it is merged with, as some programs keep it; null where none does. */
function coveredText(written: string, rows: readonly (readonly string[])[], below: ReadonlySet<number>): string | null {
  const [first = '', last = first] = written.split(':')
  const [top = 0] = rowsOf(first)
  const [bottom = top] = rowsOf(last)
  const [left, right] = [sheetColumn(first), sheetColumn(last)]
  for (const row of below) {
    if (row < top || row > bottom) continue
    const at = (rows[row] ?? []).findIndex(
      (cell, column) => column >= left && column <= right && (row > top || column > left) && cell.trim() !== '',
    )
    if (at !== -1) return columnLetters(at) + String(row + 1)
  }
  return null
}

function* hiddenRows(xml: string): Generator<number> {
  let row = -1
  for (const [tag] of xml.matchAll(ROW)) {
    row = Number(tagAttribute(tag, 'r') ?? row + 2) - 1
    // By hand, a row is made as low as it goes.
    if (isSet(tag, 'hidden') || Number(tagAttribute(tag, 'ht') ?? 1) === 0) yield row
  }
}

/** @param count of the columns that are asked about */
function* hiddenColumns(xml: string, count: number): Generator<number> {
  for (const [tag] of xml.matchAll(COLUMN)) {
    if (!isSet(tag, 'hidden') && Number(tagAttribute(tag, 'width') ?? 1) !== 0) continue
    const last = Math.min(Number(tagAttribute(tag, 'max')), count)
    for (let column = Number(tagAttribute(tag, 'min')); column <= last; column += 1) yield column - 1
  }
}

const isSet = (tag: string, name: string) => /^(?:1|true)$/.test(tagAttribute(tag, name) ?? '')

/** The names of cells with a formula and no value. One that came to an empty text says so by its type. */
function* formulasWithoutValue(xml: string): Generator<string> {
  let cell: { tag: string; hasFormula: boolean; value: string | null } | null = null
  const isMissing = () => {
    if (!cell?.hasFormula || cell.value) return false
    const type = tagAttribute(cell.tag, 't')
    return type !== 'inlineStr' && (type !== 'str' || cell.value === null)
  }
  // Behind the cells stand formulas of other kinds, such as those of rules.
  const end = xml.search(CELLS_END)
  for (const { 0: tag, groups } of xml.slice(0, end === -1 ? undefined : end).matchAll(PART)) {
    if (groups?.cell !== undefined) {
      if (isMissing()) yield tagAttribute(cell?.tag ?? '', 'r') ?? 'a cell'
      cell = { tag, hasFormula: false, value: null }
    } else if (cell && groups?.formula !== undefined) cell.hasFormula = true
    else if (cell) cell.value = groups?.value?.trim() ?? ''
  }
  if (isMissing()) yield tagAttribute(cell?.tag ?? '', 'r') ?? 'a cell'
}

/** The names of cells with a text that is not shown as it is. One that is empty has nothing to hide. */
function* textsInForms(
  xml: string,
  rows: readonly (readonly string[])[],
  formats: readonly (string | null)[],
): Generator<string> {
  for (const [tag] of xml.matchAll(CELL)) {
    const format = formats[Number(tagAttribute(tag, 's') ?? 0)] ?? null
    if (format === null || showsWholeText(format) || !TEXTS.has(tagAttribute(tag, 't') ?? '')) continue
    const written = tagAttribute(tag, 'r') ?? ''
    const text = rows[rowsOf(written)[0] ?? -1]?.[sheetColumn(written)] ?? ''
    if (text.trim() !== '') yield written
  }
}

/** From 0 on. */
export const sheetColumn = (written: string) =>
  [...(/^[A-Z]*/.exec(written.replaceAll('$', ''))?.[0] ?? '')].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1

/** The first and the last row of a cell or a range of cells, from 0; none where it is not written as one. */
function rowsOf(written: string): number[] {
  const [, ...found] = RANGE.exec(written) ?? []
  return found.filter(Boolean).map((row) => Number(row) - 1)
}
