import { partedSerial } from '@/lib/domain/certificate/serial'
import { isSerialHead } from '@/lib/domain/issue/read-serial-list'
import { sureSerials } from '@/lib/scan/typed/read-typed-text'
import { isSerialCell, mayHoldOne, type Reading } from './serial-cells'

/** As many rows tell what stands in the columns of a table; fewer of a wide one, since each cell takes its time. */
const LOOKED = 200
const LOOKED_CELLS = 4000
const LEAST_LOOKED = 3

/** A column that most rows have a serial and nothing besides in, and how many of these are ours. */
interface Count {
  column: number
  rows: number
  own: number
}

/**
 * The column that is called so, else the one that most rows have a serial and nothing besides in: with serials of ours where there is one,
 * since whatever stands beside those may be the number of a passport.
 */
export function serialColumn(rows: readonly string[][], reading: Reading): number | null {
  return namedColumn(rows, reading) ?? likelyColumns(rows, reading)[0]?.column ?? null
}

/**
 * The columns of which nobody can tell which one counts: several that hold a number in most rows and none of ours, or one of these beside
 * another in which a serial of ours stands anywhere. What is not meant may be the numbers of passports.
 * @returns in their order; empty where one is called so, holds serials of ours, or is the only one
 */
export function columnsInDoubt(rows: readonly string[][], reading: Reading): number[] {
  if (namedColumn(rows, reading) !== null) return []
  const likely = likelyColumns(rows, reading)
  if (likely.length === 0 || likely.some(({ own }) => own > 0)) return []
  const found = new Set(likely.map(({ column }) => column))
  for (const cells of rows)
    for (const [column, cell] of cells.entries()) if (!found.has(column) && holdsOwn(cell, reading)) found.add(column)
  return found.size > 1 ? [...found].sort((one, other) => one - other) : []
}

function namedColumn([first = []]: readonly string[][], reading: Reading): number | null {
  const exact = first.findIndex((cell) => /^serial$/i.test(cell))
  const named = exact === -1 ? first.findIndex(isSerialHead) : exact
  // Words that stand beside what they name are no heads.
  return named !== -1 && !first.some((cell) => isSerialCell(cell, reading)) ? named : null
}

/** The likeliest first. */
function likelyColumns(rows: readonly string[][], reading: Reading): Count[] {
  const width = rows.slice(0, LOOKED).reduce((most, cells) => Math.max(most, cells.length), 1)
  const looked = rows.slice(0, Math.min(LOOKED, Math.max(LEAST_LOOKED, Math.floor(LOOKED_CELLS / width))))
  const counts: Count[] = []
  for (const cells of looked)
    for (const [column, cell] of cells.entries()) {
      if (!isSerialCell(cell, reading)) continue
      const count = (counts[column] ??= { column, rows: 0, own: 0 })
      count.rows += 1
      count.own += Number(holdsOwn(cell, reading))
    }
  // The head is a row without one, and so may be a few others.
  return counts
    .filter(({ rows }) => 2 * rows > looked.length - 1)
    .sort((one, other) => Number(other.own > 0) - Number(one.own > 0) || other.rows - one.rows)
}

const holdsOwn = (cell: string, { origins }: Reading) =>
  partedSerial(cell) !== null || (mayHoldOne(cell) && sureSerials(cell, origins).length > 0)
