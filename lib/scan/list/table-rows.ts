import { serialKey } from '@/lib/domain/certificate/serial'
import { isSerialHead } from '@/lib/domain/issue/read-serial-list'
import { UNREAD_FORM } from '@/lib/domain/workbook/shown-number'
import { decodedText } from '@/lib/scan/typed/decoded-text'
import { isOwnLink } from '@/lib/scan/typed/own-address'
import { sureSerials } from '@/lib/scan/typed/read-typed-text'
import { withoutApiKeys } from '@/lib/scan/typed/without-api-keys'
import { alignedRows } from './aligned-rows'
import { isUnclearWho, withNamesBeside } from './beside-serial'
import { expectedIn, type ListNames, nameOption, NO_NAMES, withoutPieces } from './list-names'
import { isLikeName, isNameHead, LABELS, nameColumns } from './name-column'
import { isPersonNumberHead } from './person-number-head'
import { holdsOwn, mayHoldOne, newReading, type Origins, type Reading, serialsOf } from './serial-cells'
import { kindsInColumn, serialColumn } from './serial-column'
import { MOST_ROWS, type SerialRow } from './serial-row'

/** The answer in the place of a column that a list of digits alone is one of serials. */
export const AS_IT_READS = -1

/** Of what a row shows beside its serial, or in its place. */
export const LONGEST_SHOWN = 200
/** The lines above a table, at most. */
const MOST_TITLES = 4

/** The rows of a table, and whom they expect: null where its head says that. */
export interface ReadTable {
  rows: SerialRow[]
  names: ListNames | null
  /** Whether words stand beside its serials of which none is taken for a name. */
  isUncompared: boolean
}

interface Given {
  /** What counts of that which `tableColumnsToAsk` found: columns, or kinds of numbers in one. */
  columns?: readonly number[] | undefined
  /** What parts the cells of a text, within which it may stand too. */
  mark?: string
}

/**
 * Reads a table that was taken apart already, as a workbook is.
 * @returns null where it is no table with a column of serials
 */
export function readTable(records: readonly string[][], origins: Origins, given: Given = {}): ReadTable | null {
  const answered = given.columns?.includes(AS_IT_READS) ? undefined : given.columns
  const reading = newReading(origins)
  const filled = filledRows(records, reading)
  const [first = []] = filled
  const parted = answered ? kindsInColumn(filled, reading) : null
  const chosen = parted ? undefined : answered
  const called = parted?.column ?? chosen?.[0] ?? serialColumn(filled, reading)
  if (called === null) return null
  const isHead = serialsOf(first[called] ?? '', reading).length === 0 && first.some(isKnownHead)
  const body = isHead ? filled.slice(1) : filled
  // A head over the first column alone says nothing of how many there are.
  const isToAlign = given.mark !== undefined && !chosen && (!isHead || first.length > 1)
  const aligned = isToAlign ? alignedRows(body, called, isHead ? first : null, given.mark ?? '', reading) : null
  const column = aligned?.serial ?? called
  const rows = withNamesBeside(asWide(aligned?.rows ?? body), column, isHead, reading.ownIn)
  const left = new Set(parted?.kinds.filter((_, at) => !answered?.includes(at)).flat())
  const isOfPeople = !chosen && isPersonNumberHead(first[called] ?? '')
  const isUnclear = !isHead && isUnclearWho(filled, called, reading.ownIn)
  const names = nameColumns(isHead ? first : [], rows, column, aligned?.wholes, aligned?.isSlipped)
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
  const read = taken.flatMap(({ cells, cell: written, serials }) => {
    const { name, parts } = isUnclear ? { name: null, parts: [] } : names.read(cells)
    const expected = expectedIn(name)
    const words = isOwnLink(written, origins) ? '' : (reading.ownIn(written)?.words ?? linkIn(written))
    // Of one line alone nobody can tell which of its numbers count.
    const others = filled.length === 1 && expected === null ? withoutAt(cells, column) : []
    const beside = words !== '' && expected?.includes(words) ? '' : words || others.filter(Boolean).join(' ')
    const typed =
      written.slice(written.startsWith(UNREAD_FORM) ? UNREAD_FORM.length : 0) ||
      (expected === null ? cells.filter(Boolean).join(' ') : '')
    const ofSerial = (serial: string | null): SerialRow => ({
      serial,
      expected,
      typed: (serial === null ? typed : beside).slice(0, LONGEST_SHOWN) || null,
      ...(serial !== null && expected !== null && parts.length > 0 && { parts }),
      ...(serial === null && reading.leadsElsewhere(written) && { elsewhere: true as const }),
    })
    return (serials.length > 0 ? serials : [null]).map((serial) => ({ row: ofSerial(serial), cells }))
  })
  const kept = read.slice(0, MOST_ROWS + 1)
  const options = names.options.map(({ head, read: nameIn }) => {
    const found = kept.map(({ cells }) => nameIn(cells))
    return nameOption(
      found.map(({ name }) => expectedIn(name)),
      found.map(({ parts }) => parts),
      head,
    )
  })
  const found = { options, chosen: isUnclear ? NO_NAMES : names.likeliest, isAsked: names.isInDoubt && !isUnclear }
  const hasWords = ({ row, cells }: (typeof kept)[number]) =>
    row.serial !== null && (row.typed !== null || withoutAt(cells, column).some((cell) => isLikeName(cell, false)))
  const isNobody = kept.every(({ row }) => row.expected === null)
  const isUncompared = names === LABELS || (isNobody && kept.some(hasWords))
  return { rows: kept.map(({ row }) => row), names: options.length > 0 ? withoutPieces(found) : null, isUncompared }
}

const withoutAt = (cells: readonly string[], column: number) => cells.filter((_, at) => at !== column)

/** The rows alone. */
export const tableRows = (records: readonly string[][], origins: Origins, columns?: readonly number[]) =>
  readTable(records, origins, { columns })?.rows ?? null

/** Rows with as many cells each. */
function asWide(rows: readonly string[][]): string[][] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  return rows.map((cells) => [...cells, ...Array.from({ length: width - cells.length }, () => '')])
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
