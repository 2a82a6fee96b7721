import { serialKey } from '@/lib/domain/certificate/serial'

/** The most serials that the desk looks up at once. */
export const MOST_LISTED = 10_000

/**
 * Reads serials from what was pasted or from a CSV file: the column whose head is `serial`, else the first column. Cells
 * are parted by comma, semicolon or tab, whichever the first line holds; quoting as in RFC 4180. Total on any text.
 * @returns the serials as written, each once by the matching rule; one more than `MOST_LISTED` at most; and whether a
 * column was named
 */
export function readSerialList(text: string): { serials: string[]; headed: boolean } {
  const serials = new Map<string, string>()
  let column: number | null = null
  let headed = false
  for (const record of readRecords(text)) {
    if (column === null) {
      if (record.every((cell) => cell.trim() === '')) continue
      const head = record.findIndex((cell) => cell.trim().toLowerCase() === 'serial')
      column = Math.max(head, 0)
      headed = head !== -1
      if (headed) continue
    }
    const serial = record[column]?.trim() ?? ''
    if (serial === '') continue
    const key = serialKey(serial)
    if (!serials.has(key)) serials.set(key, serial)
    if (serials.size > MOST_LISTED) break
  }
  return { serials: [...serials.values()], headed }
}

/**
 * The rows of a table in a text, as their cells: parted by tab, semicolon or comma, whichever the first line holds first
 * of these; quoting as in RFC 4180. Total on any text.
 */
export function* readRecords(marked: string): Generator<string[]> {
  const text = marked.replace(/^\uFEFF/, '')
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
  const delimiter = ['\t', ';', ','].find((candidate) => firstLine.includes(candidate)) ?? ','
  const ends = new RegExp(`[${delimiter}\\r\\n]`, 'g')
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    const { cell, end } = readCell(text, at, ends)
    cells.push(cell)
    at = end + 1
    if (text[end] === delimiter) continue
    yield cells
    cells = []
    if (text[end] === '\r' && text[at] === '\n') at += 1
  }
  if (cells.length > 0) yield cells
}

/** One cell from here on, and where it ends: at a delimiter, a line's end, or the end of the text. */
function readCell(text: string, at: number, ends: RegExp): { cell: string; end: number } {
  const from = (start: number) => {
    ends.lastIndex = start
    return ends.exec(text)?.index ?? text.length
  }
  if (text[at] !== '"') {
    const end = from(at)
    return { cell: text.slice(at, end), end }
  }
  let close = at + 1
  for (; close < text.length; close += 1) {
    if (text[close] !== '"') continue
    if (text[close + 1] !== '"') break
    close += 1
  }
  return { cell: text.slice(at + 1, close).replaceAll('""', '"'), end: from(Math.min(close + 1, text.length)) }
}
