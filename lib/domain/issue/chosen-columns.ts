import type { RowColumn } from './guess-columns'

/** A name that is put together, so that somebody sees whether it reads as it should. */
export interface JoinedName {
  /** The heads of its columns. */
  columns: string[]
  /** The name of the first row that has one. */
  name: string
}

/** The one column of an issue file that several of a table may be joined for: many have the first and the last name apart. */
const JOINED_COLUMN: RowColumn = 'full_name'

/** What a row has for a column: its cell, or the cells of the full name with a blank between them, in the order of the table. */
export function chosenCell(
  cells: readonly string[],
  columns: readonly (RowColumn | null)[],
  column: RowColumn,
): string {
  if (column !== JOINED_COLUMN) return (cells[columns.indexOf(column)] ?? '').trim()
  const parts = columns.map((one, at) => (one === column ? (cells[at] ?? '').trim() : ''))
  return parts.filter((part) => part !== '').join(' ')
}

/** The place of the first column that holds what another one before it holds already; null where there is none. */
export function findRepeatedChoice(columns: readonly (RowColumn | null)[]): number | null {
  const at = columns.findIndex((one, place) => one && one !== JOINED_COLUMN && columns.indexOf(one) < place)
  return at === -1 ? null : at
}

/** The name that is joined from several columns, null where one holds it whole. */
export function joinedName(
  { head, samples }: { head: readonly string[]; samples: readonly (readonly string[])[] },
  columns: readonly (RowColumn | null)[],
): JoinedName | null {
  const named = head.filter((_, at) => columns[at] === JOINED_COLUMN)
  if (named.length < 2) return null
  const names = samples.map((row) => chosenCell(row, columns, JOINED_COLUMN))
  return { columns: named.map((name) => name.trim() || '–'), name: names.find((name) => name !== '') ?? '–' }
}
