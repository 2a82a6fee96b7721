/**
 * Whether all that was to be written was. A rule or a trigger that somebody put at a table may pass rows over and say nothing of it: what is
 * then answered as done would be none.
 * @throws Error where fewer or more rows were written
 */
export function requireWritten({ rowCount }: { rowCount: number | null }, table: string, rows = 1): void {
  if (rowCount === rows) return
  throw new Error(`${rowCount ?? 0} rows of ${rows} were written to ${table}: a rule or a trigger there changes it`)
}
