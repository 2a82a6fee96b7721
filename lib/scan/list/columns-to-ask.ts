import { filledRows, listRecords } from './read-rows'
import { newReading, type Origins } from './serial-cells'
import { columnsInDoubt, kindsInColumn } from './serial-column'

/** A column that may be the one with the serials, or a kind of number in the one that is, as whoever knows the list recognises it. */
export interface AskedColumn {
  /** From 0 on; of a kind its place among them. */
  column: number
  /** Of a kind of number: where these stand. */
  kindsOf?: 'line' | 'column'
  /** What stands in it first, in one line. */
  cells: string
}

/** Says which columns count. */
export type AskColumns = (asked: readonly AskedColumn[]) => Promise<readonly number[]>

/** The answer that all columns count which could. */
export const ALL_COLUMNS = 'all'

const MOST_SHOWN = 3
const LONGEST_SHOWN = 40

/** The columns of a pasted or chosen list of which somebody must say which one counts; null where that can be told, or it is no table. */
export function columnsToAsk(given: string, origins: Origins): AskedColumn[] | null {
  const { records, kinds } = listRecords(given, origins)
  if (records) return tableColumnsToAsk(records, origins)
  return kinds && ofKinds(kinds, 'line')
}

/** The same of a table that was taken apart already. */
export function tableColumnsToAsk(records: readonly string[][], origins: Origins): AskedColumn[] | null {
  const reading = newReading(origins)
  const rows = filledRows(records, reading)
  const asked = columnsInDoubt(rows, reading).map((column) => ({
    column,
    cells: shown(rows.flatMap((cells) => cells[column] || [])),
  }))
  if (asked.length > 0) return asked
  const parted = kindsInColumn(rows, reading)
  return parted && ofKinds(parted.kinds, 'column')
}

const ofKinds = (kinds: readonly string[][], kindsOf: 'line' | 'column'): AskedColumn[] =>
  kinds.map((cells, column) => ({ column, kindsOf, cells: shown(cells) }))

const shown = (cells: readonly string[]) => cells.slice(0, MOST_SHOWN).map(shortened).join(' · ')

const shortened = (cell: string) => (cell.length > LONGEST_SHOWN ? `${cell.slice(0, LONGEST_SHOWN)}…` : cell)

/** The columns that an answer stands for; null where it answers another question. */
export function columnsAnswered(asked: readonly AskedColumn[], answer: string | undefined): number[] | null {
  const columns = asked.map(({ column }) => column)
  const chosen = answer === ALL_COLUMNS ? columns : columns.filter((column) => String(column) === answer)
  return chosen.length > 0 ? chosen : null
}
