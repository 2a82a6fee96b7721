import type { RowColumn } from './guess-columns'
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
 * The records of an issue file, its head first, out of a table as somebody sent it. A cell that is empty takes the
 * default of its column; a row without any cell of its own is left out. Days are written as `plainCell` does, and those with
 * slashes by the order of their column; one that is no day in that order stays as it is, and its row is refused.
 * @param rows without their head
 */
export function issueRecords(
  rows: readonly (readonly string[])[],
  { columns, defaults, orders = [] }: TableChoice,
): string[][] {
  const used = ROW_COLUMNS.filter((column) => columns.includes(column) || (defaults[column] ?? '') !== '')
  const records = rows
    .map((row) =>
      used.map((column) => {
        const at = columns.indexOf(column)
        const own = at === -1 ? '' : (row[at] ?? '').trim()
        const order = isColumnOfDays(column) ? orders[at] : null
        return { own: (order && readSlashed(own, order)) ?? own, column }
      }),
    )
    .filter((cells) => cells.some(({ own }) => own !== ''))
    .map((cells) => cells.map(({ own, column }) => plainCell(own === '' ? (defaults[column] ?? '') : own, column)))
  return [[...used], ...records]
}
