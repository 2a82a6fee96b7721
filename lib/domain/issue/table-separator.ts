/** What may part the cells of a line: what names and numbers hold least often comes first. */
export const SEPARATORS = ['\t', ';', ',', '|'] as const

/** What parts the cells of a table. */
export type Separator = (typeof SEPARATORS)[number]

/** A title or two may stand above a table. */
const LINES_LOOKED_AT = 5
const LONGEST_LOOKED_AT = 20_000

/**
 * Finds out what parts the cells of a table, which programs save with what their country uses: what gives most names of columns in
 * the first line that has any; else what the first line that anything parts says; a comma where nothing does.
 * @param names whether a cell is the name of a column
 * @param otherwise what a line without names says: most cells, or the first of those that part it, since the cells of a list may
 *   hold the others
 */
export function tableSeparator(
  text: string,
  names: (cell: string) => boolean,
  otherwise: 'most' | 'first' = 'most',
): Separator {
  let likely: Separator | null = null
  for (const line of firstLines(text)) {
    const found = SEPARATORS.map((separator) => {
      const { cells, isTorn } = cellsOf(line, separator)
      return { separator, isTorn, named: cells.filter(names).length, cells: cells.length }
    }).filter(({ cells }) => cells > 1)
    const whole = found.filter(({ isTorn }) => !isTorn)
    const possible = whole.length > 0 ? whole : found
    const [first] = possible
    const [best] = [...possible].sort((one, other) => other.named - one.named || other.cells - one.cells)
    if (best && best.named > 0) return best.separator
    likely ??= (otherwise === 'most' ? best : first)?.separator ?? null
  }
  return likely ?? ','
}

/**
 * The first lines that say more than separators, quotes and blanks do. Found by walking: an expression that parts the whole text
 * would do so for whatever anybody sends.
 */
function* firstLines(text: string): Generator<string> {
  let found = 0
  for (let from = 0; from < text.length && found < LINES_LOOKED_AT;) {
    const end = lineEnd(text, from)
    const line = text.slice(from, Math.min(end, from + LONGEST_LOOKED_AT))
    from = end + 1
    if (!/[^\s,;|"\uFEFF]/.test(line)) continue
    found += 1
    yield line
  }
}

/** Where the line that begins at `from` ends: at a line feed, a carriage return, or the end of the text. */
function lineEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

/**
 * The cells of a line; what stands between the quotes around a cell parts nothing. `isTorn`: text stands behind such quotes, as where the
 * cells are parted by something else.
 */
function cellsOf(line: string, separator: Separator): { cells: string[]; isTorn: boolean } {
  const cells: string[] = []
  let [from, closed, isQuoted, isTorn] = [0, -1, false, false]
  for (let at = 0; at <= line.length; at++) {
    if (isQuoted && line.startsWith('""', at)) at++
    else if (line[at] === '"') {
      if (isQuoted) closed = at
      isQuoted = !isQuoted && line.slice(from, at).trim() === ''
    } else if (at === line.length || (!isQuoted && line[at] === separator)) {
      cells.push(line.slice(from, at))
      isTorn ||= closed >= from && line.slice(closed + 1, at).trim() !== ''
      from = at + 1
    }
  }
  return { cells: cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')), isTorn }
}
