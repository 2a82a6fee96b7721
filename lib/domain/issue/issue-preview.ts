import type { RowColumn } from './guess-columns'
import type { RepeatedRow } from './repeated-rows'
import type { DayOrder, SlashColumn } from './slash-days'

/** Rows of a file as they were sent, by its columns, for who looks at them before they are issued. */
export interface PreviewRows {
  columns: string[]
  first: NumberedRow[]
  /** Refused ones; the first of many. */
  bad: NumberedRow[]
  /** The good row whose name takes most room on a page; null where none is good. */
  longest: number | null
  /** Good rows with the same name, course and day: the first of them, and how many more; absent in what was kept before. */
  repeated?: { named: RepeatedRow[]; more: number }
}

/** A row by the line that it begins on. */
export interface NumberedRow {
  line: number
  cells: string[]
}

/** The head of a table, what each of its cells seems to name, and the rows under it that come first. */
export interface ColumnGuess {
  head: string[]
  columns: readonly (RowColumn | null)[]
  samples: string[][]
  /** What was written once for such a table before; empty where it was a day, which is another one each time. */
  defaults?: Partial<Record<RowColumn, string>>
}

/** Who said what the columns of a table are: somebody of one with such a head before, or of this one. */
export type ColumnsFrom = 'before' | 'now'

/** What is asked of the columns of a table, starting from the guess. */
export interface ColumnQuestion extends ColumnGuess {
  /** Columns whose days can be read in two orders. */
  slashed: readonly SlashColumn[]
  /** What was said of them in a choice that was refused. */
  orders?: readonly (DayOrder | null)[]
}

/** What somebody may not know of a workbook, since its program does not show it. */
export interface HiddenSheets {
  /** Hidden sheets that seem to hold more rows of the table, and were left out. */
  left: string[]
  /** The hidden one that was read, where no other holds anything. */
  taken: string | null
}
