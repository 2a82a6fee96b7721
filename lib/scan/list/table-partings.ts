import { isSerialHead, readRecords } from '@/lib/domain/issue/read-serial-list'
import { type Separator, SEPARATORS, tableSeparator } from '@/lib/domain/issue/table-separator'
import { isNameHead } from './name-column'
import { isBare, newReading, type Origins, type Reading } from './serial-cells'

/** As much of a list tells what parts it. */
const [LONGEST_BEGINNING, MOST_ROWS] = [40_000, 100]

/** What speaks for one separator, in rows of the beginning of a list. */
interface Evidence {
  separator: Separator
  /** In which a serial of ours, or with half the weight a number of somebody else's, stands alone in the same cell. */
  bare: number
  /** Which have as many cells as most. */
  alike: number
}

/**
 * What may part the cells of a list, the likeliest first: what a head is parted by, else what stands right beside the serials, in the same
 * place in most rows. Names, addresses and links hold the other marks.
 * @returns one at least; several where nothing tells them apart
 */
export function tablePartings(text: string, origins: Origins): Separator[] {
  const isHead = (cell: string) => isSerialHead(cell) || isNameHead(cell)
  const usual = tableSeparator(text, isHead, 'first')
  const begun = beginningOf(text)
  const found = SEPARATORS.filter((separator) => begun.includes(separator))
  if (found.length < 2) return [usual]
  const reading = newReading(origins)
  const partings = found.map((separator) => ({ separator, rows: firstRows(begun, separator) }))
  const headed = partings.find(({ separator }) => separator === usual)?.rows.slice(0, 5)
  if (headed?.some((cells) => cells.length > 1 && cells.some(isHead) && !cells.some((cell) => isBare(cell, reading))))
    return [usual]
  const all = partings.map(({ separator, rows }) => evidenceFor(separator, rows, reading))
  const most = (of: (one: Evidence) => number, among: Evidence[]) => {
    const best = Math.max(...among.map(of))
    return among.filter((one) => of(one) === best)
  }
  const likely = most(({ bare }) => bare, all)
  return most(({ alike }) => alike, likely).map(({ separator }) => separator)
}

function beginningOf(text: string): string {
  if (text.length <= LONGEST_BEGINNING) return text
  const begun = text.slice(0, LONGEST_BEGINNING)
  return begun.slice(0, Math.max(begun.lastIndexOf('\n'), LONGEST_BEGINNING / 2))
}

function firstRows(text: string, separator: Separator): string[][] {
  const rows: string[][] = []
  for (const cells of readRecords(text, separator)) {
    if (cells.some((cell) => cell.trim() !== '')) rows.push(cells.map((cell) => cell.trim()))
    if (rows.length === MOST_ROWS) break
  }
  return rows
}

function evidenceFor(separator: Separator, rows: readonly string[][], reading: Reading): Evidence {
  const [bare, widths] = [new Map<number, number>(), new Map<number, number>()]
  const count = (counts: Map<number, number>, at: number, weight = 1) => counts.set(at, (counts.get(at) ?? 0) + weight)
  for (const cells of rows) {
    count(widths, cells.length)
    for (const [column, cell] of cells.slice(0, MOST_ROWS).entries()) {
      const found = isBare(cell, reading)
      if (found) count(bare, column, found === 'own' ? 2 : 1)
    }
  }
  widths.delete(1)
  const highest = (counts: Map<number, number>) => Math.max(0, ...counts.values())
  return { separator, bare: highest(bare), alike: highest(widths) }
}
