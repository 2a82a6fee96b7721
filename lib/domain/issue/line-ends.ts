/** How many line ends stand in the cells of a record: it begins that many lines before it ends. */
export function lineEnds(cells: readonly string[]): number {
  return cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
}
