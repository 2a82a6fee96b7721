const LINE_END = /\r\n|[\n\r]/
/** A cell of more lines, in a list of one column, is rather a part of the list. */
const MOST_LINES = 20

/**
 * Whether a record has as many cells as the rows of its table, so that its quotes may well be right: an address of several lines has commas, too,
 * `Bo,"Apt 4, Floor 2⏎12345 Town, Land",…`.
 * @param width as of `holdsRowsInQuote`
 */
export const isAsWide = (cells: readonly string[], width: number): boolean =>
  cells.length > 1 && (width === 0 || cells.length === width)

/**
 * Whether a record seems to be several rows of a table, which a quote that somebody typed joined: `Ana,"Knots,A⏎Bo,Knots,B"`. A line in it
 * that has as many separators as a row says so, where at least half of its lines do, or all where the record itself is as wide as a row. Of
 * such a table the rows would be lost, and nobody would see it.
 * @param width how many cells a row has; 0 where that is not known, so that its first line tells
 */
export function holdsRowsInQuote(cells: readonly string[], width: number, delimiter: string): boolean {
  const lines = [0]
  for (const [at, cell] of cells.entries()) {
    const pieces = cell.split(LINE_END)
    lines.push((lines.pop() ?? 0) + Number(at > 0))
    if (pieces.length === 1) continue
    const [first = 0, ...others] = pieces
      .filter((piece, place) => place === 0 || place === pieces.length - 1 || piece.trim() !== '')
      .map((piece) => piece.split(delimiter).length - 1)
    lines.push((lines.pop() ?? 0) + first, ...others)
  }
  const expected = width === 0 ? (lines[0] ?? 0) : width - 1
  if (expected === 0) return lines.length > MOST_LINES
  const rows = lines.filter((separators) => separators === expected).length
  return rows > 1 && (isAsWide(cells, width) ? rows === lines.length : 2 * rows >= lines.length)
}
