import { isOwnShape, serialKey } from '@/lib/domain/certificate/serial'
import { isSerialLike, readRecords } from '@/lib/domain/issue/read-serial-list'

/** A list that is wrapped ends each line but its last with the separator. */
const WRAPPED = /([,;])[ \t]*\r?\n(?=.)/g

/** As many cells as a row of a table seldom has that are all numbers. */
const LEAST_MIXED = 3

/** A day, an amount, or the number of a telephone: what stands beside a serial in a row, and is none. */
const OTHER_NUMBER =
  /^(?:(?:19|20)\d\d([-./]?)(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|1[0-2])\2(?:(?:19|20)\d\d|\d\d)|\d[\d.]*\.\d\d?|(?:\+|0)[\d()/-]*\s[\d\s()/-]+)$/

/** Ours, or the pattern of somebody's own numbers: `NS/2024/0042` is `A/9/9`, and a date beside it is none of these. */
const shape = (cell: string) =>
  isOwnShape(serialKey(cell)) ? 'own' : cell.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'A')

/**
 * The serials of a list in one line, or in one that was wrapped: `NS/2024/0042, NS/2024/0043`. Otherwise one line of cells is a
 * row of a table, of which only one column holds serials.
 * @returns null unless the text is one line of several cells, each of which looks like a serial and like the others, or of three at least
 * of whatever pattern: one number of another kind beside a serial, such as that of a passport, is nothing to ask for, nor is a date,
 * nor whatever stands beside a serial of ours
 */
export function listInLine(text: string): string[] | null {
  const rows = readRecords(text.replace(WRAPPED, '$1').trim())
  const row = rows.next()
  if (row.done || !rows.next().done) return null
  const cells = row.value.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (cells.length < 2 || !cells.every(isSerialLike)) return null
  const shapes = new Set(cells.map(shape))
  if (shapes.size === 1) return cells
  const isMixed = cells.length >= LEAST_MIXED && !shapes.has('own') && !cells.some((cell) => OTHER_NUMBER.test(cell))
  return isMixed ? cells : null
}
