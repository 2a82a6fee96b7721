import { csvSafeCell } from './csv-cell'

/** Records that are at hand, or come one after another. */
type Records = Iterable<readonly string[]> | AsyncIterable<readonly string[]>

/** The lines of a CSV file (RFC 4180), every cell quoted. */
export async function* csvLines(records: Records): AsyncGenerator<string> {
  for await (const cells of records) yield quotedRecord(cells)
}

/** One record of such a file, with the end of its line. */
export function quotedRecord(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** The same of what people open in a spreadsheet: nothing in it runs as a formula. */
export function safeRecord(cells: readonly string[]): string {
  return quotedRecord(cells.map(csvSafeCell))
}

/** The whole of a CSV file that is no larger than what is sent at once. */
export async function csvText(records: Records): Promise<string> {
  const lines: string[] = []
  for await (const line of csvLines(records)) lines.push(line)
  return lines.join('')
}
