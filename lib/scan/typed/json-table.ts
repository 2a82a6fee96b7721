import { isSerialHead } from '@/lib/domain/issue/read-serial-list'
import { plainCharacters } from '@/lib/domain/typed/plain-characters'
import { headOf, isJsonObject, type JsonCells } from './json-cells'
import { jsonRows } from './json-rows'
import { findLabelled } from './labelled-serials'

/** Cheap to find: whether a text begins as a list, or an object, of JSON. */
const MAY_BE_JSON = /^(?:\[\s*["[{\d]|\{\s*")/
/** A serial of ours, or an address with one. */
const MAY_HOLD_OWN = /\/verify\/|(?<![0-9A-Z])[0-9A-Z]{4}(?:[\s._\p{Dash}]{0,3}[0-9A-Z]{4}){3}(?![0-9A-Z])/iu
const [LEAST_TEXT, LONGEST_TEXT] = [8, 2000]

/** So many columns are read, and the one with the serials: each object may name others, and every row has a cell for each. */
const MOST_HEADS = 100

/**
 * A list in JSON, or one object on each line, as the table that it stands for, in CSV: a row for each certificate, below the names of all
 * that its object holds, also in objects about the person or the certificate; or a row for each text or list of texts. Where nothing is
 * called a serial, all that may hold one of ours, or the number behind a word for it: of other objects no row, since to read millions of
 * characters as a text takes seconds.
 * @returns null for any other text
 */
export function jsonTable(given: string): string | null {
  const text = given.trim()
  const whole = MAY_BE_JSON.test(text) ? parsed(text) : null
  const read = whole === undefined ? itemsOfLines(text) : whole
  const items = Array.isArray(read) ? read : [read]
  if (items.length === 0 || !isWhole(read)) return null
  if (items.some(isJsonObject)) {
    const [found, isCalled] = searched(items)
    const rows = isCalled ? jsonRows(read) : null
    const table = ofRows(rows?.some((row) => !isScalar(row)) ? rows : found)
    return table ?? (whole === undefined ? null : written([['serial']]))
  }
  return items.every((item) => Array.isArray(item) || isScalar(item))
    ? written(items.map((item) => (Array.isArray(item) ? item : [item])))
    : null
}

const isWhole = (read: unknown) => isJsonObject(read) || Array.isArray(read)

/** What is no object stands whole where the serial should, so that nobody misses its row. */
function ofRows(rows: readonly (JsonCells | string | number)[]): string | null {
  const all = [...new Set(rows.flatMap((cells) => (isScalar(cells) ? [] : [...cells.keys()])))]
  const heads = all.filter((head, at) => at < MOST_HEADS || isSerialHead(head)).slice(0, 2 * MOST_HEADS)
  const serial = heads.findIndex(isSerialHead)
  const rowOf = (cells: JsonCells | string | number) =>
    heads.map((head, at) => (isScalar(cells) ? (at === serial ? cells : '') : cells.get(head)))
  return serial === -1 ? null : written([heads, ...rows.map(rowOf)])
}

/**
 * Every text in what JSON holds, and every name of a member, in which a serial of ours may stand, or one behind a word for it; and whether
 * anything is called a serial.
 */
function searched(items: readonly unknown[]): [JsonCells[], boolean] {
  const found: JsonCells[] = []
  const names = new Set<string>()
  const open: unknown[] = [items]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && mayHoldSerial(value)) found.push(new Map([['serial', value]]))
    if (isJsonObject(value)) for (const name of Object.keys(value)) names.add(name)
    const within = Array.isArray(value) ? value : isJsonObject(value) ? Object.entries(value).flat() : []
    for (let at = within.length - 1; at >= 0; at -= 1) open.push(within[at])
  }
  return [found, [...names].some((name) => isSerialHead(headOf(name)))]
}

function mayHoldSerial(text: string): boolean {
  if (text.length < LEAST_TEXT) return false
  const plain = /^[ -~]*$/.test(text) ? text : plainCharacters(text, LONGEST_TEXT)
  return MAY_HOLD_OWN.test(plain) || findLabelled(plain).length > 0
}

/** @returns null where the first line is no JSON; a later one that is none is its text */
function itemsOfLines(text: string): unknown[] | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const items = lines.map((line) => parsed(line.replace(/,\s*$/, '')) ?? line)
  return isJsonObject(items[0]) ? items : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** One line for each row, also where a text has several. */
const written = (rows: readonly (readonly unknown[])[]) =>
  rows.map((cells) => cells.map((cell) => (isScalar(cell) ? quoted(String(cell)) : '')).join(',')).join('\n')

const quoted = (cell: string) => `"${cell.replace(/\s+/g, ' ').replaceAll('"', '""')}"`
