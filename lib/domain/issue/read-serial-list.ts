import { couldBeSerial, isWrittenAsIssued, serialKey } from '@/lib/domain/certificate/serial'
import { holdsRowsInQuote, isAsWide } from '@/lib/domain/table/rows-in-quote'
import { lineEnds } from './line-ends'
import { type Separator, tableSeparator } from './table-separator'

const OWN = /(?<![0-9A-Z])[0-9A-Z]{4}(?:-?[0-9A-Z]{4}){3}(?![0-9A-Z])/i
const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d]
/** Comma, semicolon, tab, bar and the ends of lines. */
const PARTING = new Set([0x2c, 0x3b, 0x09, 0x7c, LINE_FEED, CARRIAGE_RETURN])

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

const SERIAL_HEAD =
  /^(?:certificate |verification )?(?:serial(?: ?(?:number|no\.?|nr\.?))?|certificate ?(?:no\.?|number|id)|n(?:[úu]mero|\.?º)? de s[ée]rie|num[ée]ro de s[ée]rie|serien(?:nummer|-?nr\.?)|zertifikats?-?n(?:ummer|r\.?)|الرقم التسلسلي|序列[号號]|证书编号|सीरियल नंबर)$/i

/** Whether the head of a column says that serials stand below it. */
export const isSerialHead = (cell: string): boolean => SERIAL_HEAD.test(plainHead(cell))

/** The head of a column with one space between its words. */
export const plainHead = (cell: string): string => cell.replaceAll('_', ' ').replace(/\s+/g, ' ').trim()

/** Whether a cell could be an issuer's own number or ours: any other word without a digit is rather a name or a heading. */
export const isSerialLike = (cell: string): boolean =>
  (couldBeSerial(serialKey(cell)) && /\d/.test(cell)) || isWrittenAsIssued(cell)

/**
 * Reads serials from what was pasted or from a CSV file: the column whose head says so, else the first column. Cells are parted as
 * in `tableSeparator`; quoting as in RFC 4180. Total on any text.
 * @returns the serials as written, each once by the matching rule; one more than `MOST_LISTED` at most; and whether a
 * column was named
 */
export function readSerialList(text: string): { serials: string[]; headed: boolean } {
  const serials = new Map<string, string>()
  const records = readRecords(text)
  const first = [...firstRecords(records)]
  const { at, column } = headOf(first)
  const headed = at !== -1
  const add = (record: readonly string[]) => {
    const serial = record[column]?.trim() ?? ''
    const key = serialKey(serial)
    if (serial !== '' && !serials.has(key)) serials.set(key, serial)
    return serials.size <= MOST_LISTED
  }
  if (first.slice(headed ? at + 1 : 0).every(add)) for (const record of records) if (!add(record)) break
  return { serials: [...serials.values()], headed }
}

/**
 * The row of heads, and the column of serials in it: one called `serial`, else one of another such name with a serial below it. Not a
 * row that holds a serial itself, as where words stand beside what they name; above it there may be titles, which hold none.
 * @returns `at` -1, `column` 0 where there is none
 */
function headOf(first: readonly string[][]): { at: number; column: number } {
  const at = first.findIndex((record) => record.some(isSerialHead))
  const row = first[at] ?? []
  const titles = first.slice(0, Math.max(at, 0))
  const isTitle = (record: string[]) => record.filter((cell) => cell.trim()).length === 1 && !record.some(isSerialLike)
  const exact = row.findIndex((cell) => cell.trim().toLowerCase() === 'serial')
  const column = exact === -1 ? row.findIndex(isSerialHead) : exact
  const isMeant =
    exact === -1
      ? row.length > 1 && first.slice(at + 1).some((record) => isSerialLike(record[column] ?? ''))
      : at === 0 || row.length > 1
  const isHead = at !== -1 && isMeant && titles.every(isTitle) && !row.some(isSerialLike)
  return isHead ? { at, column } : { at: -1, column: 0 }
}

/** The first ones that hold anything: a head may stand below a title. */
function* firstRecords(records: Iterator<string[]>): Generator<string[]> {
  for (let found = 0; found < 5;) {
    const next = records.next()
    if (next.done) return
    if (next.value.every((cell) => cell.trim() === '')) continue
    found += 1
    yield next.value
  }
}

/**
 * The rows of a table in a text, as their cells; quoting as in RFC 4180. Total on any text.
 * @param separator found out by the first lines where it is not known
 */
export function* readRecords(marked: string, separator?: Separator): Generator<string[]> {
  const text = marked.replace(/^\uFEFF/, '')
  const delimiter = separator ?? tableSeparator(text, isSerialHead, 'first')
  let cells: string[] = []
  let [at, start, plainTo, width] = [0, 0, 0, 0]
  while (at < text.length) {
    const { cell, end } = readCell(text, at, delimiter.charCodeAt(0), at < plainTo)
    cells.push(cell)
    at = end + 1
    if (text[end] === delimiter) continue
    const isJoined = start >= plainTo && lineEnds(cells) > 0 && holdsRowsInQuote(cells, width, delimiter)
    if (isJoined && (!isAsWide(cells, width) || isSerialInEach(text.slice(start, end)))) {
      // Once more from where it begins: the quote parts nothing.
      ;[plainTo, at, cells] = [end, start, []]
      continue
    }
    width = Math.max(width, cells.length)
    yield cells
    cells = []
    if (text[end] === '\r' && text[at] === '\n') at += 1
    start = at
  }
  if (cells.length > 0) yield cells
}

/** Each line of a record: one without a serial of ours is rather of an address, and is no row in which somebody is named. */
const isSerialInEach = (record: string): boolean =>
  record.split(/[\r\n]+/).every((line) => line.trim() === '' || OWN.test(line))

/**
 * One cell from here on, and where it ends: at a delimiter, a line's end, or the end of the text. A quote that nothing closes, or that
 * one in the midst of a later line does, begins no quoted cell: the rows up to there would be lost.
 * @param isPlain where none goes on in the next line
 */
function readCell(text: string, at: number, delimiter: number, isPlain: boolean): { cell: string; end: number } {
  const close = text.charCodeAt(at) === QUOTE ? closingQuote(text, at) : null
  const quoted = close === null ? '' : text.slice(at + 1, close).replaceAll('""', '"')
  const end = endOfCell(text, (close ?? at - 1) + 1, delimiter)
  const rest = close === null ? '' : text.slice(close + 1, end).trimEnd()
  if (close !== null && ((rest === '' && !isPlain) || !/[\r\n]/.test(quoted))) return { cell: quoted + rest, end }
  const plainEnd = endOfCell(text, at, delimiter)
  const cell = text.slice(at, plainEnd)
  const isClosing = isPlain && /^[^"]*"\s*$/.test(cell)
  return { cell: /^"[^"]*$/.test(cell) || isClosing ? cell.replace('"', '') : cell, end: plainEnd }
}

/** @returns null where nothing closes the quote */
function closingQuote(text: string, at: number): number | null {
  for (let close = text.indexOf('"', at + 1); close !== -1; close = text.indexOf('"', close + 2))
    if (text.charCodeAt(close + 1) !== QUOTE) return close
  return null
}

/** Character by character: an expression takes twenty times as long for a text of cells that are empty. */
function endOfCell(text: string, from: number, delimiter: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === delimiter || code === LINE_FEED || code === CARRIAGE_RETURN) return at
  }
  return text.length
}
