import { quotedRecord } from './csv-lines'
import type { NumberedRow } from './issue-preview'
import { lineEnds } from './line-ends'

/**
 * The whole of a CSV file whose rows stand on the lines that are named, so that a refusal names the line of the table that somebody
 * sent. Lines are empty where rows were left out, or cells with line ends in them.
 * @param rows in the order of their lines
 */
export function numberedCsv(rows: readonly NumberedRow[]): string {
  const written: string[] = []
  let next = 1
  for (const { line, cells } of rows) {
    const empty = Math.max(0, line - next)
    written.push('\r\n'.repeat(empty), quotedRecord(cells))
    next += empty + 1 + lineEnds(cells)
  }
  return written.join('')
}
