import { chosenCell } from './chosen-columns'
import { isHeadAgain } from './find-head'
import type { RowColumn } from './guess-columns'
import type { NumberedRow } from './issue-preview'
import { ROW_COLUMNS } from './issue-row'
import { type DayOrder, readSlashed } from './slash-days'
import { isColumnOfDays, plainCell } from './written-day'

/** Which column each cell of a row is, null for one that is left out, and what stands in a column that no cell is. */
export interface TableChoice {
  columns: readonly (RowColumn | null)[]
  defaults: Partial<Record<RowColumn, string>>
  /** What comes first in the days of a column, by its place; said for this table only, since the next may be another country's. */
  orders?: readonly (DayOrder | null)[]
}

/**
 * The records of an issue file, its head first, out of a table as somebody sent it, each on its own line. A cell that is empty takes
 * the default of its column; a row without any cell of its own is left out, and so is the head
 * where it stands again. Days are written as `plainCell` does, and those with
 * slashes by the order of their column; one that is no day in that order stays as it is, and its row is refused.
 *
 * A row with more or fewer cells than the head may have each of them under the wrong name: an unquoted comma is enough. Its record
 * has more cells than the file has columns, by which it is refused, and no text of it is lost.
 * @param table its head first
 */
export function issueRecords(table: readonly NumberedRow[], choice: TableChoice): NumberedRow[] {
  const [head, ...rows] = table
  if (!head) return []
  const { defaults, orders = [] } = choice
  const columns = choice.columns.slice(0, head.cells.length)
  const used = ROW_COLUMNS.filter((column) => columns.includes(column) || (defaults[column] ?? '') !== '')
  const records = rows.flatMap(({ line, cells }) => {
    if (isHeadAgain(cells, head.cells)) return []
    const own = used.map((column) => {
      const text = chosenCell(cells, columns, column)
      const order = isColumnOfDays(column) ? orders[columns.indexOf(column)] : null
      return (order && readSlashed(text, order)) ?? text
    })
    const others = otherCells(cells, head.cells, columns)
    if ([...own, ...others].every((cell) => cell === '')) return []
    const filled = used.map((column, at) => plainCell(own[at] || (defaults[column] ?? ''), column))
    return [{ line, cells: [...filled, ...others] }]
  })
  return [{ line: head.line, cells: [...used] }, ...records]
}

/**
 * The cells of a row that have no column in the file and may not vanish: none of a row that fits its head, except under names that are
 * empty, behind the last column; otherwise all with a text, or an empty one.
 */
function otherCells(
  cells: readonly string[],
  head: readonly string[],
  columns: readonly (RowColumn | null)[],
): readonly string[] {
  const fits = cells.length === head.length
  const width = head.findLastIndex((name, at) => name.trim() !== '' || Boolean(columns[at])) + 1
  const others = cells.filter((cell, at) => !columns[at] && cell.trim() !== '' && (!fits || at >= width))
  return fits || others.length > 0 ? others : ['']
}
