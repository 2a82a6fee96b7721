import { isOwnShape, serialKey } from '@/lib/domain/certificate/serial'
import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { isSerialHead } from '@/lib/domain/issue/read-serial-list'
import { kindsInLine } from '@/lib/scan/typed/list-in-line'
import { isOwnLink } from '@/lib/scan/typed/own-address'
import { isPersonNumberHead } from './person-number-head'
import { holdsOwn, isSerialCell, type Reading, serialsOf } from './serial-cells'

/** As many rows tell what stands in the columns of a table; fewer of a wide one, since each cell takes its time. */
const LOOKED = 200
const LOOKED_CELLS = 4000
const LEAST_LOOKED = 3

/** A column that most rows have a serial and nothing besides in, and how many of these are ours. */
interface Count {
  column: number
  rows: number
  own: number
  /** Whether its head says that these are numbers of people. */
  isOfPeople: boolean
}

/**
 * The column that is called so, else the one that most rows have a serial and nothing besides in: with serials of ours where there is one,
 * since whatever stands beside those may be the number of a passport. Where its head says that it is one, the column in which a serial of
 * ours stands anywhere is it.
 */
export function serialColumn(rows: readonly string[][], reading: Reading): number | null {
  const named = namedColumn(rows, reading)
  if (named !== null) return named
  const [likeliest] = likelyColumns(rows, reading)
  if (!likeliest?.isOfPeople) return likeliest?.column ?? null
  return columnsOfOurs(rows, reading).values().next().value ?? null
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
  const meant = likely.filter(({ isOfPeople }) => !isOfPeople)
  const found = columnsOfOurs(rows, reading, new Set(meant.map(({ column }) => column)))
  return found.size > 1 ? [...found].sort((one, other) => one - other) : []
}

/**
 * Whether the serial of a cell is one of ours, or one with a slip in it: not where a word and a number have as many characters by chance, as
 * `Passport P1234567`. No group of ours has more than four letters.
 */
function isMeantAsOurs(cell: string, serial = ''): boolean {
  if (isOwnShape(serialKey(cell)) && /(?:^|\s)\p{L}{5,}(?:\s|$)/u.test(cell)) return false
  return !['number', 'nothing'].includes(unknownSerial(serial).kind)
}

/** A day, in any order, or an amount with its cents. */
const DAY_OR_AMOUNT =
  /^(?:(?:19|20)\d\d(?:([-./ ])\d\d?\1\d\d?|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))|\d\d?([-./ ])\d\d?\2(?:\d\d)?\d\d|[\d., ]*[.,]\d\d?)$/

/** Whether digits alone are as many as passports and the papers of whole countries have. */
export function mayBeOfPerson(cell: string): boolean {
  const bare = cell.replace(/^[[(<"']|[\])>"']$/g, '')
  return /^(?:[.,/ -]?\d){7,}$/.test(bare) && !DAY_OR_AMOUNT.test(bare)
}

/** What stands in the column that counts, by its kind. */
interface PartedColumn {
  column: number
  /** As it is written; those of ours are one kind. */
  kinds: string[][]
}

/**
 * The numbers of the one column that counts, where serials of ours stand among others, which may be the numbers of passports.
 * @returns null where all are of one kind, a head says what they are, or nobody can tell which column counts
 */
export function kindsInColumn(rows: readonly string[][], reading: Reading): PartedColumn | null {
  if (namedColumn(rows, reading) !== null || columnsInDoubt(rows, reading).length > 0) return null
  const [likeliest] = likelyColumns(rows, reading)
  if (!likeliest || likeliest.isOfPeople) return null
  const { column } = likeliest
  const isOurs = (cell: string) =>
    holdsOwn(cell, reading) || isOwnLink(cell, reading.origins) || isMeantAsOurs(cell, serialsOf(cell, reading)[0])
  const cells = rows.flatMap((row) => row[column] || [])
  const isOther = (cell: string) =>
    !reading.leadsElsewhere(cell) &&
    (isSerialCell(cell, reading) || serialsOf(cell, reading).length > (mayBeOfPerson(cell) ? 0 : 1))
  const others = cells.filter((cell) => !isOurs(cell) && isOther(cell))
  const ours = others.length === 0 ? [] : cells.filter(isOurs)
  return ours.length > 0 ? { column, kinds: [ours, ...kindsInLine(others)] } : null
}

/** Those in which a serial of ours stands anywhere, and those that were found before. */
function columnsOfOurs(rows: readonly string[][], reading: Reading, found = new Set<number>()): Set<number> {
  for (const cells of rows)
    for (const [column, cell] of cells.entries()) if (!found.has(column) && holdsOwn(cell, reading)) found.add(column)
  return found
}

export function namedColumn([first = []]: readonly string[][], reading: Reading): number | null {
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
      const count = (counts[column] ??= {
        column,
        rows: 0,
        own: 0,
        isOfPeople: isPersonNumberHead(rows[0]?.[column] ?? ''),
      })
      count.rows += 1
      count.own += Number(holdsOwn(cell, reading))
    }
  // The head is a row without one, and so may be a few others.
  return counts
    .filter(({ rows }) => 2 * rows > looked.length - 1)
    .sort(
      (one, other) =>
        Number(other.own > 0) - Number(one.own > 0) ||
        Number(one.isOfPeople) - Number(other.isOfPeople) ||
        other.rows - one.rows,
    )
}
