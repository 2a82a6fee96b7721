import type { RowColumn } from './guess-columns'
import { ROW_COLUMNS } from './issue-row'
import { plainCell } from './written-day'

/** Which column each cell of a row is, null for one that is left out, and what stands in a column that no cell is. */
export interface TableChoice {
  columns: readonly (RowColumn | null)[]
  defaults: Partial<Record<RowColumn, string>>
}

/**
 * The records of an issue file, its head first, out of a table as somebody sent it. A cell that is empty takes the
 * default of its column; a row without any cell of its own is left out. Days are written as `plainCell` does.
 * @param rows without their head
 */
export function issueRecords(rows: readonly (readonly string[])[], { columns, defaults }: TableChoice): string[][] {
  const used = ROW_COLUMNS.filter((column) => columns.includes(column) || (defaults[column] ?? '') !== '')
  const records = rows
    .map((row) =>
      used.map((column) => {
        const at = columns.indexOf(column)
        return { own: at === -1 ? '' : (row[at] ?? '').trim(), column }
      }),
    )
    .filter((cells) => cells.some(({ own }) => own !== ''))
    .map((cells) => cells.map(({ own, column }) => plainCell(own === '' ? (defaults[column] ?? '') : own, column)))
  return [[...used], ...records]
}
