import { csvSafeCell } from '@/lib/domain/issue/csv-cell'

/** A table as CSV (RFC 4180), with the mark that makes spreadsheets read it as UTF-8; nothing in it runs as a formula. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => `"${csvSafeCell(cell).replaceAll('"', '""')}"`
  return `\uFEFF${rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')}`
}
