/** The lines of a CSV file (RFC 4180), every cell quoted. */
export async function* csvLines(records: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const cells of records) yield `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
}
