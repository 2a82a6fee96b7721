import { type IssueRowResult, parseIssueRow } from './issue-row'

/**
 * Reads a record of an issue file by its header. One with more or fewer cells than the header is refused: its cells may be under
 * the wrong names.
 * @param columns the names in the header, in its order
 * @param context as `parseIssueRow`
 */
export function parseRecord(
  columns: readonly string[],
  cells: readonly string[],
  context: { now: Date },
): IssueRowResult {
  if (cells.length !== columns.length) {
    const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`
    return { ok: false, reasons: [`the row has ${count} where the header has ${columns.length}`] }
  }
  return parseIssueRow(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])), context)
}
