import { safeRecord } from '@/lib/domain/issue/csv-lines'

/** A table as CSV (RFC 4180), with the mark that makes spreadsheets read it as UTF-8; nothing in it runs as a formula. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map(safeRecord).join('')}`
}
