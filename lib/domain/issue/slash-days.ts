import { isColumnOfDays } from './written-day'

/** What comes first in a day such as 03/04/2026. */
export const DAY_ORDERS = ['day', 'month'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

/** A column of a table whose days can be read in two orders, so that somebody says which. */
export interface SlashColumn {
  /** Its place in the head, from 0. */
  at: number
  /** The first of its values that differ. */
  shown: string[]
  /** Per order, the first value that is no day of the calendar when it is read so; null where each value is one. */
  impossible: Record<DayOrder, string | null>
}

const SLASHED = /^(?<first>\d{1,2})(?<sign>[-/])(?<second>\d{1,2})\k<sign>(?<year>\d{4})$/

/** Values that are shown read both ways. */
const SHOWN = 2

/**
 * Reads a day such as 03/04/2026 or 03-04-2026 in an order that somebody chose.
 * @returns `YYYY-MM-DD`, or null for what is not written so, or is no day of the calendar in that order
 */
export function readSlashed(cell: string, order: DayOrder): string | null {
  const { first, second, year } = SLASHED.exec(cell.trim())?.groups ?? {}
  if (first === undefined || second === undefined || year === undefined) return null
  const [day, month] = order === 'day' ? [first, second] : [second, first]
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : null
}

/**
 * The columns of a table that hold such days, whatever else is in them: what is a day in neither order, such as the number
 * 12-34-5678, is a matter of its row.
 * @param rows without their head
 * @param width the number of columns
 */
export function findSlashColumns(rows: readonly (readonly string[])[], width: number): SlashColumn[] {
  const found = new Map<number, Set<string>>()
  for (const row of rows) {
    // By the cells that there are: a head may name far more columns than any row has.
    for (const [at, cell] of row.entries()) {
      if (at >= width || !SLASHED.test(cell.trim())) continue
      if (DAY_ORDERS.every((order) => readSlashed(cell, order) === null)) continue
      const column = found.get(at) ?? new Set<string>()
      found.set(at, column.add(cell.trim()))
    }
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([at, values]) => {
      const cells = [...values]
      const impossible = (order: DayOrder) => cells.find((cell) => readSlashed(cell, order) === null) ?? null
      return { at, shown: cells.slice(0, SHOWN), impossible: { day: impossible('day'), month: impossible('month') } }
    })
}

/** The places of the columns that are read as days and whose order nobody said. */
export function withoutOrder(
  slashed: readonly SlashColumn[],
  columns: readonly (string | null)[],
  orders: readonly (DayOrder | null)[] = [],
): number[] {
  return slashed.filter(({ at }) => isColumnOfDays(columns[at]) && !orders[at]).map(({ at }) => at)
}
