import { plainCharacters } from '@/lib/domain/typed/plain-characters'
import { listRecords, readListRows } from './read-rows'
import { newReading, type Origins } from './serial-cells'
import { columnsInDoubt, kindsInColumn, mayBeOfPerson, namedColumn } from './serial-column'
import type { SerialRow } from './serial-row'
import { AS_IT_READS, filledRows, tableRows } from './table-rows'

/** A column that may be the one with the serials, or a kind of number in the one that is, as whoever knows the list recognises it. */
export interface AskedColumn {
  /** From 0 on; of a kind its place among them; `AS_IT_READS` of digits. */
  column: number
  /** Of a kind of number: where these stand. `digits`: there is no other, and they may be those of passports. */
  kindsOf?: 'line' | 'column' | 'digits'
  /** What stands in it first, in one line. */
  cells: string
}

/** What is asked: which column counts, which kinds of numbers do, or whether digits alone are serials at all. */
export type ListQuestion = 'columns' | 'kinds' | 'digits'

export function questionOf(asked: readonly AskedColumn[]): ListQuestion {
  const [kindsOf] = asked.flatMap((one) => one.kindsOf ?? [])
  return kindsOf === undefined ? 'columns' : kindsOf === 'digits' ? 'digits' : 'kinds'
}

/** Says which columns count. */
export type AskColumns = (asked: readonly AskedColumn[]) => Promise<readonly number[]>

/** The answer that all columns count which could. */
export const ALL_COLUMNS = 'all'

const MOST_SHOWN = 3
const LONGEST_SHOWN = 40
const LONGEST_BEGINNING = 2000

/** The columns of a pasted or chosen list of which somebody must say which one counts; null where that can be told, or it is no table. */
export function columnsToAsk(given: string, origins: Origins): AskedColumn[] | null {
  const { records, kinds } = listRecords(given, origins)
  if (!records) return kinds && ofKinds(kinds, 'line')
  const asked = tableColumnsToAsk(records, origins)
  // To read a long list once more takes as long as its check: its first rows say whether it can be one of digits.
  if (asked || !isOfDigits(readListRows(beginningOf(given), origins))) return asked
  return digitsToAsk(records, readListRows(given, origins), origins)
}

/** A part of a number would be another one, or none. */
function beginningOf(given: string): string {
  const begun = given.slice(0, LONGEST_BEGINNING)
  return begun.length === given.length ? given : begun.replace(/[\s,;|][^\s,;|]*$/, '')
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
  if (parted) return ofKinds(parted.kinds, 'column')
  return digitsToAsk(records, tableRows(records, origins) ?? [], origins)
}

/**
 * A list that holds nothing but digits where serials could stand, as many as passports have: nothing in it says that it is one of
 * certificates. One number alone is what somebody typed.
 */
function digitsToAsk(records: readonly string[][], read: readonly SerialRow[], origins: Origins): AskedColumn[] | null {
  if (!isOfDigits(read)) return null
  const reading = newReading(origins)
  const filled = filledRows(records, reading)
  if (namedColumn(filled, reading) !== null) return null
  const found = [...new Set(read.flatMap(({ serial }) => serial ?? []))]
  const cells = filled.flat().map((cell) => plainCharacters(cell, LONGEST_SHOWN))
  // What stands among words says what it is, such as `Serial: 1234567`.
  const isBare = (serial: string) => cells.some((cell) => cell.includes(serial) && !/\p{L}/u.test(cell))
  const isAsked = found.length > 1 && isBare(found[0] ?? '')
  return isAsked ? [{ column: AS_IT_READS, kindsOf: 'digits', cells: shown(found) }] : null
}

function isOfDigits(read: readonly SerialRow[]): boolean {
  const serials = read.flatMap(({ serial }) => serial ?? [])
  return serials.length > 0 && serials.every(mayBeOfPerson)
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
