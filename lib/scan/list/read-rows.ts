import { serialKey } from '@/lib/domain/certificate/serial'
import { isSerialHead, readRecords } from '@/lib/domain/issue/read-serial-list'
import { withoutMailAddress } from '@/lib/domain/text/without-mail-address'
import { UNREAD_FORM } from '@/lib/domain/workbook/shown-number'
import { decodedText } from '@/lib/scan/typed/decoded-text'
import { jsonTable } from '@/lib/scan/typed/json-table'
import { kindsInLine, listInLine } from '@/lib/scan/typed/list-in-line'
import { listText } from '@/lib/scan/typed/list-text'
import { isOwnLink } from '@/lib/scan/typed/own-address'
import { linksElsewhere, sureSerials } from '@/lib/scan/typed/read-typed-text'
import { wordsOfSavedMail } from '@/lib/scan/typed/saved-mail'
import { serialsInParts } from '@/lib/scan/typed/serials-in-parts'
import { speltLines } from '@/lib/scan/typed/spelt-out'
import { withoutApiKeys } from '@/lib/scan/typed/without-api-keys'
import { isUnclearWho, withNamesBeside } from './beside-serial'
import { isNameHead, nameReader } from './name-column'
import { withoutCertificate } from './of-certificate'
import { isPersonNumberHead } from './person-number-head'
import { holdsOwn, isSerialCell, mayHoldOne, newReading, type Origins, type Reading, serialsOf } from './serial-cells'
import { kindsInColumn, serialColumn } from './serial-column'

/** The most rows of a list. */
export const MOST_ROWS = 5000

/** The answer in the place of a column that a list of digits alone is one of serials. */
export const AS_IT_READS = -1

/** One row of a list. */
export interface SerialRow {
  /** Null where the row holds none. */
  serial: string | null
  /** The name that is expected on the certificate, where the list has one. */
  expected: string | null
  /**
   * What is written where the serial should be, in a row without one, so that its owner finds it again; else the words beside the serial
   * that are not taken for a name.
   */
  typed: string | null
  /** In place of a serial there is a link that would verify a certificate on another host. */
  elsewhere?: true
  /** Cells beside the expected name of which one may be its other part, in a table without a head. */
  parts?: readonly string[]
}

const LONGEST_NAME = 200
/** No row of a table has as many cells: it is a text, such as JSON in one line. */
const MOST_CELLS = 2000
/** The lines above a table, at most. */
const MOST_TITLES = 4
const NOBODY = { name: null, parts: [] }

/**
 * The rows of a pasted or chosen list with their serials and expected names; of a text that is no table, its serials.
 * Nothing but serials is taken for one: what is sent of a list is these.
 * @param origins of this service, the present one first
 * @param answered the columns that somebody said count, of those that `columnsToAsk` found
 * @returns at most one more than `MOST_ROWS`
 */
export function readListRows(given: string, origins: Origins, answered?: readonly number[]): SerialRow[] {
  const chosen = answered?.includes(AS_IT_READS) ? undefined : answered
  const { text, listed, kinds, records } = listRecords(given, origins)
  const meant = chosen && kinds ? new Set(chosen.flatMap((at) => kinds[at] ?? [])) : null
  const rows = records && tableRows(records, origins, chosen)
  if (rows) return rows
  return [
    ...(
      listed?.filter((serial) => meant?.has(serial) ?? true).slice(0, MOST_ROWS + 1) ??
      serialsInParts(text, origins, MOST_ROWS)
    ).map(ofSerial),
    ...(listed ? [] : linksElsewhere(text, origins).map(ofLink)),
  ]
}

const ofSerial = (serial: string): SerialRow => ({ serial, expected: null, typed: null })
const ofLink = (link: string): SerialRow => ({
  serial: null,
  expected: null,
  typed: link.slice(0, LONGEST_NAME),
  elsewhere: true,
})

/**
 * A list as its rows of cells; or, where each of them can only be a serial, as these: by their kinds where they are of several. A saved
 * mail is a text.
 */
export function listRecords(given: string, origins: Origins, most = MOST_ROWS) {
  const mail = wordsOfSavedMail(given)
  if (mail !== null) return { text: withoutApiKeys(mail), listed: null, kinds: null, records: null }
  const text = listText(jsonTable(given) ?? given)
  const inLine = listInLine(text)
  const spelt = speltLines(text)
  const listed = spelt ?? (inLine?.some((cell) => isSerialCell(cell, newReading(origins))) ? inLine : null)
  const kinds = spelt || !listed ? [] : kindsInLine(listed)
  if (listed) return { text, listed, kinds: kinds.length > 1 ? kinds : null, records: null }
  const records: string[][] = []
  for (const record of readRecords(text)) {
    if (record.length > MOST_CELLS) return { text, listed: null, kinds: null, records: null }
    // Empty ones are no rows: behind so many of them another would be left out.
    if (record.some((cell) => cell.trim() !== '')) records.push(record)
    if (records.length > most + 1) break
  }
  return { text, listed: null, kinds: null, records }
}

/**
 * The same of a table that was taken apart already, as a workbook is.
 * @param given what counts of that which `tableColumnsToAsk` found: columns, or kinds of numbers in one
 * @returns null where it is no table with a column of serials
 */
export function tableRows(
  records: readonly string[][],
  origins: Origins,
  given?: readonly number[],
): SerialRow[] | null {
  const answered = given?.includes(AS_IT_READS) ? undefined : given
  const reading = newReading(origins)
  const filled = filledRows(records, reading)
  const [first = []] = filled
  const parted = answered ? kindsInColumn(filled, reading) : null
  const chosen = parted ? undefined : answered
  const column = parted?.column ?? chosen?.[0] ?? serialColumn(filled, reading)
  if (column === null) return null
  const isHead = serialsOf(first[column] ?? '', reading).length === 0 && first.some(isKnownHead)
  const rows = withNamesBeside(isHead ? filled.slice(1) : filled, column, isHead, reading.ownIn)
  const left = new Set(parted?.kinds.filter((_, at) => !answered?.includes(at)).flat())
  const isOfPeople = !chosen && isPersonNumberHead(first[column] ?? '')
  const isUnclear = !isHead && isUnclearWho(filled, column, reading.ownIn)
  const nameOf = isUnclear ? () => NOBODY : nameReader(isHead ? first : [], rows, column)
  const looked = rows.slice(0, MOST_ROWS + 1)
  const whole = chosen
    ? looked.flatMap((cells) => ofEach(cells, chosen))
    : isHead
      ? looked
      : looked.flatMap((cells) => withFurther(cells, column, reading))
  const taken = whole.slice(0, MOST_ROWS + 1).map((cells) => {
    const cell = cells[column] ?? ''
    // A number in a form that is not known: what is written there may be another serial than what the sheet shows.
    const isOther = cell.startsWith(UNREAD_FORM) || left.has(cell) || (isOfPeople && !holdsOwn(cell, reading))
    return { cells, cell, serials: isOther ? [] : serialsOf(cell, reading) }
  })
  const read = taken.flatMap(({ cells, cell: written, serials }): SerialRow[] => {
    const { name, parts } = nameOf(cells)
    const expected = withoutCertificate(withoutMailAddress(name ?? '')).slice(0, LONGEST_NAME) || null
    const words = isOwnLink(written, origins) ? '' : (reading.ownIn(written)?.words ?? linkIn(written))
    // Of one line alone nobody can tell which of its numbers count.
    const others = filled.length === 1 && expected === null ? cells.filter((_, at) => at !== column) : []
    const beside = words !== '' && expected?.includes(words) ? '' : words || others.filter(Boolean).join(' ')
    if (serials.length > 0)
      return serials.map((serial) => ({
        serial,
        expected,
        typed: beside.slice(0, LONGEST_NAME) || null,
        ...(expected !== null && parts.length > 0 && { parts }),
      }))
    const typed =
      written.slice(written.startsWith(UNREAD_FORM) ? UNREAD_FORM.length : 0) ||
      (expected === null ? cells.filter(Boolean).join(' ') : '')
    const elsewhere = reading.leadsElsewhere(written) && { elsewhere: true as const }
    return [{ serial: null, expected, typed: typed.slice(0, LONGEST_NAME) || null, ...elsewhere }]
  })
  return read.slice(0, MOST_ROWS + 1)
}

/** A link to another host that a serial was read out of: whoever made it could have put any there, so that it is shown beside it. */
const linkIn = (cell: string) => (/:\/\//.test(cell) ? cell : '')

/**
 * A row without a head, and one for each of its other cells with what can only be a serial of ours: `A, B and C`, or two on each line.
 * Nobody said that one column counts alone, and a certificate that is left out would pass as checked.
 */
function withFurther(cells: readonly string[], column: number, reading: Reading): (readonly string[])[] {
  const may = cells.map((cell, index) => index !== column && mayHoldOne(cell))
  if (!may.includes(true)) return [cells]
  const named = new Set(serialsOf(cells[column] ?? '', reading).map(serialKey))
  return cells.flatMap((cell, index) => {
    if (index === column) return [cells]
    // The link of the same certificate stands beside its serial in what the desk exports.
    const isFurther = may[index] && sureSerials(cell, reading.origins).some((one) => !named.has(serialKey(one)))
    return isFurther ? withNamesBeside([alone(cells.length, column, cell)], column, false, reading.ownIn) : []
  })
}

/** A row for each of the columns that count, in the first of them, with what stands beside these. */
function ofEach(cells: readonly string[], [column = 0, ...others]: readonly number[]): (readonly string[])[] {
  const filled = [column, ...others].filter((at) => cells[at])
  if (filled.length === 0) return [cells]
  return filled.map((from) =>
    cells.map((cell, at) => (at === column ? (cells[from] ?? '') : others.includes(at) ? '' : cell)),
  )
}

const alone = (width: number, column: number, cell: string) =>
  Array.from({ length: width }, (_, index) => (index === column ? cell : ''))

/** The rows of a table that hold anything, without keys, and without the titles above them. */
export function filledRows(records: readonly string[][], reading: Reading): string[][] {
  const rows = records.map((cells) => cells.map((cell) => withoutApiKeys(decodedText(cell)).trim()))
  return withoutTitle(
    rows.filter((cells) => cells.some(Boolean)),
    reading,
  )
}

/** A table without the titles above its head: one cell each, which is no serial and no head. */
function withoutTitle(rows: string[][], reading: Reading): string[][] {
  const head = rows.findIndex((cells) => cells.filter(Boolean).length > 1 && cells.some(isKnownHead))
  const isTitle = (cells: string[]) => {
    const [title = '', ...more] = cells.filter(Boolean)
    return more.length === 0 && !isKnownHead(title) && serialsOf(title, reading).length === 0
  }
  return head > 0 && head <= MOST_TITLES && rows.slice(0, head).every(isTitle) ? rows.slice(head) : rows
}

const isKnownHead = (cell: string) => isSerialHead(cell) || isNameHead(cell) || isPersonNumberHead(cell)
