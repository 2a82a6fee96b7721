import { guessColumns } from './guess-columns'

/** A title, the day and the like may stand above a table. */
const LINES_LOOKED_AT = 5
/** Fewer of our columns may be named by chance. */
const NAMED_IN_HEAD = 2

/**
 * The place of the line that names the columns of a table: the first that names two of ours at least.
 * @param rows without those that hold nothing
 * @returns -1 where none of the first lines does
 */
export function findHead(rows: readonly (readonly string[])[]): number {
  const named = (cells: readonly string[]) => guessColumns(cells).filter((column) => column !== null).length
  return rows.slice(0, LINES_LOOKED_AT).findIndex((cells) => named(cells) >= NAMED_IN_HEAD)
}
