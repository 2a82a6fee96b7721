import { guessColumns } from './guess-columns'
import { plainCell } from './written-day'

/** A title, the day and the like may stand above a table. */
const LINES_LOOKED_AT = 5
/** Fewer of our columns may be named by chance. */
const NAMED_IN_HEAD = 2

/**
 * The place of the line that names the columns of a table: the first that names two of ours at least.
 * @param rows without those that hold nothing
 * @returns -1 where none of the first lines does
 */
export function findHead(rows: readonly (readonly string[])[]): number {
  const named = (cells: readonly string[]) => guessColumns(cells).filter((column) => column !== null).length
  return rows.slice(0, LINES_LOOKED_AT).findIndex((cells) => named(cells) >= NAMED_IN_HEAD)
}

const DAY = /^\d{4}-\d{2}-\d{2}$|^\d{1,2}[-/]\d{1,2}[-/]\d{4}$/
const ADDRESS = /^[^\s@]+@[^\s@]+$/

/**
 * Whether the first line of a table is a row like those below it, whose person would get nothing if it were taken for the names of its
 * columns: it names none of ours, and one of its cells is an address, a day above another, or stands below itself as well.
 */
export function isRowForHead(head: readonly string[], rows: readonly (readonly string[])[]): boolean {
  if (guessColumns(head).some((column) => column !== null)) return false
  const others = rows.filter((row) => !isHeadAgain(row, head))
  return head.some((written, at) => {
    const cell = written.trim()
    if (cell === '' || ADDRESS.test(cell)) return cell !== ''
    return others.some((row) => row[at]?.trim() === cell || (isDay(cell) && isDay(row[at] ?? '')))
  })
}

const isDay = (cell: string) => DAY.test(plainCell(cell.trim(), 'event_date'))

/**
 * Whether a row is the head once more, as it stands on each page of a long list and wherever lists were put together: then also in
 * other letters, unless it has one column, where that may be a name.
 */
export function isHeadAgain(row: readonly string[], head: readonly string[]): boolean {
  const plain = (cell = '') => (head.length > 1 ? cell.trim().toLowerCase() : cell.trim())
  return row.length === head.length && row.every((cell, at) => plain(cell) === plain(head[at]))
}
