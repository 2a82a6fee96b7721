import { isSerialHead } from '@/lib/domain/issue/read-serial-list'
import { plainCharacters } from '@/lib/domain/typed/plain-characters'
import { isJsonObject, type JsonCells } from './json-cells'
import { jsonRows } from './json-rows'

/** Cheap to find: whether a text begins as a list, or an object, of JSON. */
const MAY_BE_JSON = /^(?:\[\s*["[{\d]|\{\s*")/
/** A serial of ours, or an address with one. */
const MAY_HOLD_OWN = /\/verify\/|(?<![0-9A-Z])[0-9A-Z]{4}(?:[\s._\p{Dash}]{0,3}[0-9A-Z]{4}){3}(?![0-9A-Z])/iu
const [LEAST_TEXT, LONGEST_TEXT] = [16, 2000]

/** So many columns are read, and the one with the serials: each object may name others, and every row has a cell for each. */
const MOST_HEADS = 100

/**
 * A list in JSON, or one object on each line, as the table that it stands for, in CSV: a row for each certificate, below the names of all
 * that its object holds, also in objects about the person or the certificate; or a row for each text or list of texts. Where nothing is
 * called a serial, all that may hold one of ours.
 * @returns null for any other text, and for objects of which none holds anything of that
 */
export function jsonTable(given: string): string | null {
  const text = given.trim()
  const read = MAY_BE_JSON.test(text) ? (parsed(text) ?? itemsOfLines(text)) : null
  const items = Array.isArray(read) ? read : [read]
  if (items.length === 0 || !isWhole(read)) return null
  if (items.some(isJsonObject)) {
    const rows = jsonRows(read)
    return ofRows(rows?.some((row) => !isScalar(row)) ? rows : ownIn(items))
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

/** Every text in what JSON holds, and every name of a member, in which a serial of ours may stand. */
function ownIn(items: readonly unknown[]): JsonCells[] {
  const found: JsonCells[] = []
  const open: unknown[] = [items]
  while (open.length > 0) {
    const value = open.pop()
    if (
      typeof value === 'string' &&
      value.length >= LEAST_TEXT &&
      MAY_HOLD_OWN.test(plainCharacters(value, LONGEST_TEXT))
    )
      found.push(new Map([['serial', value]]))
    const within = Array.isArray(value) ? value : isJsonObject(value) ? Object.entries(value).flat() : []
    for (const one of within.toReversed()) open.push(one)
  }
  return found
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
