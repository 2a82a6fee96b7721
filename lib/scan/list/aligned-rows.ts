import { kindsInLine } from '@/lib/scan/typed/list-in-line'
import { isBare, type Reading } from './serial-cells'

/** Rows of a list with their serials below each other. */
interface AlignedRows {
  rows: string[][]
  /** Where the serials stand. */
  serial: number
  /** Columns that hold what stands on one side of the serials as a whole, and those whose cells may have slipped. */
  wholes: readonly number[]
  isSlipped: (column: number) => boolean
}

/**
 * Puts rows of a text below each other by their serials: in `Miller, Anna,7K3M-…` above `Ben Wu,2VBD-…` a mark that parts cells stands
 * within one, as nobody put it in quotes. Below a head with one column on that side the whole side is its cell; with more of them nobody can
 * tell which one it is of, and they stay empty. Without a head each side on which the rows differ stands there as a whole, and in
 * its cells only where nothing has slipped.
 * @param head null where there is none
 * @param mark what parts the cells
 */
export function alignedRows(
  rows: readonly string[][],
  column: number,
  head: readonly string[] | null,
  mark: string,
  reading: Reading,
): AlignedRows {
  const usual = head?.length ?? modeOf(rows.map(({ length }) => length))
  const cells = rows.map((row) => row[column] ?? '')
  const numbers = cells.filter((cell) => isBare(cell, reading) === 'number')
  const ours = cells.filter((cell) => isBare(cell, reading) === 'own')
  const isAlike = (cell: string) => head === null && /\p{L}/u.test(cell) && isOfKind(cell, numbers)
  const meant = { at: column, usual, isOurs: ours.length > 0 && ours.length >= numbers.length, isAlike }
  const sides = rows.map((row) => sidesOf(row, placeOf(row, meant, reading), reading))
  return head === null ? withWholes(sides, column, mark, reading) : belowHead(sides, column, head, mark, reading)
}

const isOfKind = (cell: string, [first]: readonly string[]) =>
  first !== undefined && kindsInLine([first, cell]).length === 1

interface Sides {
  before: string[]
  serial: string
  /** Whether a serial stands there alone. */
  isFound: boolean
  behind: string[]
}

const sidesOf = (cells: readonly string[], at: number, reading: Reading): Sides => ({
  before: cells.slice(0, at),
  serial: cells[at] ?? '',
  isFound: isBare(cells[at] ?? '', reading) !== false,
  behind: cells.slice(at + 1),
})

/** The column of serials. */
interface MeantColumn {
  at: number
  /** How many cells a row has, by the head or by most rows. */
  usual: number
  /** Whether serials of ours stand in it. */
  isOurs: boolean
  isAlike: (cell: string) => boolean
}

/**
 * Where the serial of a row stands: as far from its place as the row has more cells, or fewer. One of ours, below others of ours, also where a
 * number has its place, which may be that of a passport. Of somebody else's numbers only where a word has its place, or the others are like
 * it: where nothing was written, what stands beside that may be such a number, too.
 */
function placeOf(cells: readonly string[], { at, usual, isOurs, isAlike }: MeantColumn, reading: Reading): number {
  const slipped = at + cells.length - usual
  if (slipped === at || slipped < 0) return at
  const [here, there] = [at, slipped].map((place) => isBare(cells[place] ?? '', reading))
  if (there === 'own') return here === 'own' || (here && !isOurs) ? at : slipped
  return there && !here && (cells[at] || isAlike(cells[slipped] ?? '')) ? slipped : at
}

function belowHead(
  sides: readonly Sides[],
  column: number,
  head: readonly string[],
  mark: string,
  reading: Reading,
): AlignedRows {
  const asMany = (cells: readonly string[], all: number, named: number) => {
    const filled = withoutEnd(cells)
    // A head that ends with the mark has its rows end so, too.
    const isSlipped = filled.length > all || (all > named && cells.length > all)
    if (!isSlipped) return padded(filled, all)
    return padded(named === 1 ? [joined(filled, mark, reading)] : [], all)
  }
  const behind = (width: number) => Math.max(0, width - column - 1)
  const rows = sides.map((one) => [
    ...(one.before.length === column ? one.before : asMany(one.before, column, column)),
    one.serial,
    ...asMany(one.behind, behind(head.length), behind(withoutEnd(head).length)),
  ])
  return { rows, serial: column, wholes: [], isSlipped: () => false }
}

function withWholes(sides: readonly Sides[], column: number, mark: string, reading: Reading): AlignedRows {
  const most = (of: (one: Sides) => number) => Math.max(0, ...sides.map(of))
  const [before, behind] = [most((one) => one.before.length), most((one) => one.behind.length)]
  const least = Math.min(...sides.flatMap((one) => (one.isFound ? one.before.length : [])))
  const isBefore = before > least
  // Cells that are empty at the end may be missing.
  const lengths = sides.filter(({ isFound, behind: cells }) => isFound && withoutEnd(cells).length > 0)
  const leastBehind = Math.min(...lengths.map((one) => one.behind.length))
  const isBehind = most((one) => withoutEnd(one.behind).length) > leastBehind
  const rows = sides.map((one) => {
    const whole = [
      isBefore ? joined(one.before, mark, reading) : '',
      isBehind ? joined(withoutEnd(one.behind), mark, reading) : '',
    ]
    return [
      ...padded(whole[0] && one.before.length > least ? [] : one.before, before),
      one.serial,
      ...padded(whole[1] && withoutEnd(one.behind).length > leastBehind ? [] : one.behind, behind),
      ...whole.filter((_, at) => [isBefore, isBehind][at]),
    ]
  })
  const width = before + 1 + behind
  const isSlipped = (at: number) => (at < before ? isBefore : at > before && at < width && isBehind)
  const wholes = [isBefore, isBehind].filter(Boolean).map((_, at) => width + at)
  return { rows, serial: isBefore ? before : column, wholes, isSlipped }
}

/** Empty where a serial of ours stands among them, which has a row of its own. */
function joined(cells: readonly string[], mark: string, { ownIn }: Reading): string {
  return cells.some((cell) => ownIn(cell) !== null) ? '' : cells.join(mark === '\t' ? ' ' : `${mark} `)
}

const padded = (cells: readonly string[], count: number) =>
  Array.from({ length: Math.max(count, cells.length) }, (_, at) => cells[at] ?? '')

function withoutEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

/** What stands among numbers most often; the smallest of several. */
function modeOf(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1)
  const [[mode] = [0]] = [...counts].sort(([one, often], [other, least]) => least - often || one - other)
  return mode
}
