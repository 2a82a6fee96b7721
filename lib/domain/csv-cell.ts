/**
 * A text as it may stand in a cell of a CSV export: one that a spreadsheet would run as a formula, because it starts
 * with `= + - @`, tab or CR, gets a leading apostrophe (definitions.md part 11). Quoting is left to the CSV writer.
 */
export function csvSafeCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
