import { isOwnShape, serialKey } from '@/lib/domain/certificate/serial'
import { isSerialLike, readRecords } from '@/lib/domain/issue/read-serial-list'

/** A list that is wrapped ends each line but its last with the separator. */
const WRAPPED = /([,;])[ \t]*\r?\n(?=.)/g

/** Ours, or the pattern of somebody's own numbers: `NS/2024/0042` is `A/9/9`, and a date beside it is none of these. */
const shape = (cell: string) =>
  isOwnShape(serialKey(cell)) ? 'own' : cell.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'A')

/**
 * The serials of a list in one line, or in one that was wrapped: `NS/2024/0042, NS/2024/0043`. Otherwise one line of cells is a
 * row of a table, of which only one column holds serials.
 * @returns null unless the text is one line of several cells, each of which looks like a serial and
 * like the others: a number of another kind beside a serial, such as that of a passport, is nothing to ask for
 */
export function listInLine(text: string): string[] | null {
  const rows = readRecords(text.replace(WRAPPED, '$1').trim())
  const row = rows.next()
  if (row.done || !rows.next().done) return null
  const cells = row.value.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return cells.length > 1 && cells.every(isSerialLike) && new Set(cells.map(shape)).size === 1 ? cells : null
}
