import { isSerialHead } from '@/lib/domain/issue/read-serial-list'

/** Cheap to find: whether a text begins as a list, or an object, of JSON. */
const MAY_BE_JSON = /^(?:\[\s*["[{\d]|\{\s*")/
/** Between the words of a name that a program writes: `serialNumber`. */
const WORDS = /(?<=[a-z])(?=[A-Z])/g

/**
 * A list in JSON, or one object on each line, as the table that it stands for, in CSV: a row for each object, below the names of all that
 * they hold; or a row for each text or list of texts.
 * @returns null for any other text, and for objects of which none holds anything that is called a serial
 */
export function jsonTable(given: string): string | null {
  const text = given.trim()
  const items = MAY_BE_JSON.test(text) ? itemsOf(text) : null
  if (items === null || items.length === 0) return null
  if (items.some(isObject)) return ofObjects(items)
  return items.every((item) => Array.isArray(item) || isScalar(item))
    ? written(items.map((item) => (Array.isArray(item) ? item : [item])))
    : null
}

/** What is no object stands whole where the serial should, so that nobody misses its row. */
function ofObjects(items: readonly unknown[]): string | null {
  const keys = [...new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))]
  const heads = keys.map((key) => key.replace(WORDS, ' '))
  const serial = heads.findIndex(isSerialHead)
  const cellsOf = (item: unknown) =>
    keys.map((key, at) => (isObject(item) ? item[key] : at === serial ? textOf(item) : ''))
  return serial === -1 ? null : written([heads, ...items.map(cellsOf)])
}

const textOf = (item: unknown) => (isScalar(item) ? item : '[…]')

function itemsOf(text: string): unknown[] | null {
  const whole = parsed(text)
  if (Array.isArray(whole)) return whole
  if (!isObject(whole)) return itemsOfLines(text)
  // A list is often the one thing in an object: `{"certificates": […]}`.
  const [list, ...others] = Object.values(whole).filter(Array.isArray)
  return others.length === 0 && list?.every(isObject) ? list : [whole]
}

/** @returns null where the first line is no JSON; a later one that is none is its text */
function itemsOfLines(text: string): unknown[] | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const items = lines.map((line) => parsed(line.replace(/,\s*$/, '')) ?? line)
  return isObject(items[0]) ? items : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** One line for each row, also where a text has several. */
const written = (rows: readonly (readonly unknown[])[]) =>
  rows.map((cells) => cells.map((cell) => (isScalar(cell) ? quoted(String(cell)) : '')).join(',')).join('\n')

const quoted = (cell: string) => `"${cell.replace(/\s+/g, ' ').replaceAll('"', '""')}"`
