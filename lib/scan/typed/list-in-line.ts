import { isOwnShape, serialKey } from '@/lib/domain/certificate/serial'
import { isSerialLike, readRecords } from '@/lib/domain/issue/read-serial-list'
import { lineSerials } from './line-serial'

/** A list that is wrapped ends each line but its last with the separator. */
const WRAPPED = /([,;])[ \t]*\r?\n(?=.)/g

/** As many cells as a row of a table seldom has that are all numbers; with spaces between them it is none. */
const [LEAST_MIXED, LEAST_WORDS] = [3, 2]

/** A day, an amount, or the number of a telephone: what stands beside a serial in a row, and is none. */
const OTHER_NUMBER =
  /^(?:(?:19|20)\d\d([-./]?)(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|1[0-2])\2(?:(?:19|20)\d\d|\d\d)|\d[\d.]*\.\d\d?|(?:\+|0)[\d()/-]*\s[\d\s()/-]+)$/

/** As many kinds as somebody can be asked about; more of them are parted by their pattern alone. */
const MOST_KINDS = 6

/** A number with the letters that it has: of `NS/2024/0042` it is `NS/9/9`, as of its neighbours. */
const kind = (cell: string) => cell.toUpperCase().replace(/\d+/g, '9')

/** Ours, or the pattern of somebody's own numbers: `NS/2024/0042` is `A/9/9`, and a date beside it is none of these. */
const shape = (cell: string) => (isOwnShape(serialKey(cell)) ? 'own' : kind(cell).replace(/\p{L}+/gu, 'A'))

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
  const written = row.value.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const cells = written.length === 1 ? lineSerials(written[0] ?? '') : written
  if (cells.length < 2 || !cells.every(isSerialLike)) return null
  const shapes = new Set(cells.map(shape))
  if (shapes.size === 1) return cells
  const least = written.length === 1 ? LEAST_WORDS : LEAST_MIXED
  const isMixed = cells.length >= least && !shapes.has('own') && !cells.some((cell) => OTHER_NUMBER.test(cell))
  return isMixed ? cells : null
}

/**
 * The numbers of a list in one line by their kind, in its order: `P1234567, NS/2024/0042, NS/2024/0043` are two. What is of another kind
 * may be the number of a passport.
 * @returns one where nothing tells them apart
 */
export function kindsInLine(cells: readonly string[]): string[][] {
  const kinds = grouped(cells, (cell) => (shape(cell) === 'own' ? 'own' : kind(cell)))
  return kinds.length > MOST_KINDS ? grouped(cells, shape) : kinds
}

function grouped(cells: readonly string[], of: (cell: string) => string): string[][] {
  const groups = new Map<string, string[]>()
  for (const cell of cells) {
    const key = of(cell)
    const group = groups.get(key)
    if (group) group.push(cell)
    else groups.set(key, [cell])
  }
  return [...groups.values()]
}
