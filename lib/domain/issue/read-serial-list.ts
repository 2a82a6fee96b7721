import { serialKey } from '@/lib/domain/certificate/serial'

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d]
/** Comma, semicolon, tab and the ends of lines. */
const PARTING = new Set([0x2c, 0x3b, 0x09, LINE_FEED, CARRIAGE_RETURN])

/** The most serials that the desk looks up at once. */
export const MOST_LISTED = 10_000

/** A table of the most rows has twenty-five columns then. */
const MOST_CELLS = 25 * MOST_LISTED

/** Whether a text holds more cells than any list, so many that only to part them would keep a process for seconds. */
export function holdsTooManyCells(text: string): boolean {
  let cells = 0
  for (let at = 0; at < text.length && cells <= MOST_CELLS; at += 1) cells += Number(PARTING.has(text.charCodeAt(at)))
  return cells > MOST_CELLS
}

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
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    const { cell, end } = readCell(text, at, delimiter.charCodeAt(0))
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
function readCell(text: string, at: number, delimiter: number): { cell: string; end: number } {
  if (text.charCodeAt(at) !== QUOTE) {
    const end = endOfCell(text, at, delimiter)
    return { cell: text.slice(at, end), end }
  }
  let close = at + 1
  for (; close < text.length; close += 1) {
    if (text.charCodeAt(close) !== QUOTE) continue
    if (text.charCodeAt(close + 1) !== QUOTE) break
    close += 1
  }
  const cell = text.slice(at + 1, close).replaceAll('""', '"')
  return { cell, end: endOfCell(text, Math.min(close + 1, text.length), delimiter) }
}

/** Character by character: an expression takes twenty times as long for a text of cells that are empty. */
function endOfCell(text: string, from: number, delimiter: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) return at
  }
  return text.length
}
