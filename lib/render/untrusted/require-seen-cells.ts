import { findHead } from '@/lib/domain/issue/find-head'
import { tagAttribute } from '@/lib/domain/workbook/number-formats'
import { WorkbookError } from './workbook-error'

const ROW = /<(?:[\w.-]{1,40}:)?row\s[^<>]*>/g
const MERGED = /<(?:[\w.-]{1,40}:)?mergeCell\s[^<>]*>/g
/** The start of a cell, its formula, or its value with the text in it. */
const PART =
  /<(?:[\w.-]{1,40}:)?(?:(?<cell>c(?:\s[^<>]*)?)|(?<formula>f(?:\s[^<>]*)?\/?)|v(?:\s[^<>]*)?\/?)>(?<value>[^<]*)/g
const CELLS_END = /<\/(?:[\w.-]{1,40}:)?sheetData\s*>/
const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/

/** Rows and columns from 0. */
interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

/**
 * Says no to a table where whoever sends it sees something else than its cells hold: rows that a filter hides would be issued, and of a
 * date of expiry that is merged over several rows, or is a formula that no program worked out, certificates without an end would come.
 * @param xml of the sheet, byte for byte
 * @param rows of it, the first one first
 * @throws WorkbookError
 */
export function requireSeenCells(xml: string, rows: readonly (readonly string[])[]): void {
  const isFilled = (row: number) => rows[row]?.some((cell) => cell.trim() !== '') ?? false
  const filled = rows.flatMap((_, row) => (isFilled(row) ? [row] : []))
  const head = filled[Math.max(0, findHead(filled.map((row) => rows[row] ?? [])))] ?? 0
  const isNamed = (column: number) => (rows[head]?.[column] ?? '').trim() !== ''
  for (const row of hiddenRows(xml))
    if (row > head && isFilled(row)) throw new WorkbookError(`its row ${row + 1} is hidden`)
  for (const [tag] of xml.matchAll(MERGED)) {
    const written = tagAttribute(tag, 'ref') ?? ''
    const range = readRange(written)
    if (!range || range.top <= head || range.bottom === range.top) continue
    const rowsOf = filled.filter((row) => row >= range.top && row <= range.bottom)
    if (rowsOf.length > 1 && placesFrom(range.left, range.right).some(isNamed))
      throw new WorkbookError(`its cells ${written} are merged over several rows`)
  }
  for (const written of formulasWithoutValue(xml)) {
    const range = readRange(written)
    if (!range || (range.top > head && isNamed(range.left)))
      throw new WorkbookError(`the formula in ${written} was never worked out`)
  }
}

function* hiddenRows(xml: string): Generator<number> {
  let row = -1
  for (const [tag] of xml.matchAll(ROW)) {
    row = Number(tagAttribute(tag, 'r') ?? row + 2) - 1
    if (/^(?:1|true)$/.test(tagAttribute(tag, 'hidden') ?? '')) yield row
  }
}

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

function readRange(written: string): Range | null {
  const [, left, top, right = left, bottom = top] = RANGE.exec(written) ?? []
  if (left === undefined || right === undefined) return null
  return { top: Number(top) - 1, left: columnOf(left), bottom: Number(bottom) - 1, right: columnOf(right) }
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1

const placesFrom = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
