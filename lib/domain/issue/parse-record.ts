import { type IssueRowResult, parseIssueRow } from './issue-row'

/**
 * Reads a record of an issue file by its header.
 * @param columns the names in the header, in its order
 * @param context as `parseIssueRow`
 */
export function parseRecord(
  columns: readonly string[],
  cells: readonly string[],
  context: { now: Date },
): IssueRowResult {
  return parseIssueRow(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])), context)
}
