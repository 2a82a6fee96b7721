import { readRecords } from '@/lib/domain/issue/read-serial-list'
import type { Separator } from '@/lib/domain/issue/table-separator'
import { jsonTable } from '@/lib/scan/typed/json-table'
import { kindsInLine, listInLine } from '@/lib/scan/typed/list-in-line'
import { listText } from '@/lib/scan/typed/list-text'
import { linksElsewhere } from '@/lib/scan/typed/read-typed-text'
import { wordsOfSavedMail } from '@/lib/scan/typed/saved-mail'
import { serialsInParts } from '@/lib/scan/typed/serials-in-parts'
import { speltLines } from '@/lib/scan/typed/spelt-out'
import { withoutApiKeys } from '@/lib/scan/typed/without-api-keys'
import { type ListNames, NO_NAMES, ofAllReadings } from './list-names'
import { isSerialCell, newReading, type Origins } from './serial-cells'
import { MOST_ROWS, type SerialRow } from './serial-row'
import { tablePartings } from './table-partings'
import { AS_IT_READS, LONGEST_SHOWN, type ReadTable, readTable } from './table-rows'

/** No row of a table has as many cells: it is a text, such as JSON in one line. */
const MOST_CELLS = 2000
/** No part of a serial or of an address. */
const WORD = /(?<![\p{L}\d/._@?=&%+-])\p{L}{3,}(?![\p{L}\d/_@?=&%+:-])/u

/**
 * The rows of a pasted or chosen list with their serials and expected names, and what else those could be; of a text that is no table, its
 * serials. Nothing but serials is taken for one: what is sent of a list is these.
 * @param origins of this service, the present one first
 * @param answered the columns that somebody said count, of those that `columnsToAsk` found
 * @returns at most one more than `MOST_ROWS`; `names` null where a head says which column holds them
 */
export function readList(given: string, origins: Origins, answered?: readonly number[]): ReadTable {
  const columns = answered?.includes(AS_IT_READS) ? undefined : answered
  const list = listRecords(given, origins)
  const tables = list.partings.flatMap((mark) => {
    const records = mark === list.partings[0] ? list.records : recordsOf(list.text, mark, MOST_ROWS)
    return (records && readTable(records, origins, { columns, mark })) ?? []
  })
  const [table, ...others] = tables
  if (table) {
    const names = namesOfAll(table, others)
    return { ...table, names, isUncompared: names === null && table.isUncompared }
  }
  const meant = columns && list.kinds ? new Set(columns.flatMap((at) => list.kinds?.[at] ?? [])) : null
  const serials =
    list.listed?.filter((serial) => meant?.has(serial) ?? true).slice(0, MOST_ROWS + 1) ??
    serialsInParts(list.text, origins, MOST_ROWS)
  const links = list.listed ? [] : serialsInParts(list.text, origins, MOST_ROWS, linksElsewhere)
  const rows = [...serials.map(ofSerial), ...links.map(ofLink)].slice(0, MOST_ROWS + 1)
  return { rows, names: null, isUncompared: rows.length > 0 && list.listed === null && WORD.test(list.text) }
}

const ofSerial = (serial: string): SerialRow => ({ serial, expected: null, typed: null })
const ofLink = (link: string): SerialRow => ({
  serial: null,
  expected: null,
  typed: link.slice(0, LONGEST_SHOWN),
  elsewhere: true,
})

/** The rows alone. */
export const readListRows = (given: string, origins: Origins, answered?: readonly number[]): SerialRow[] =>
  readList(given, origins, answered).rows

/** Of a list that several marks may part, with the names that each of these gives the same serials. */
function namesOfAll({ rows, names }: ReadTable, others: readonly ReadTable[]): ListNames | null {
  const none: ListNames = { options: [], chosen: NO_NAMES, isAsked: false }
  const alike = others.filter(
    (other) => other.rows.length === rows.length && other.rows.every(({ serial }, at) => serial === rows[at]?.serial),
  )
  const all = ofAllReadings([names ?? none, ...alike.map((other) => other.names ?? none)])
  return all && all.options.length > 0 ? all : null
}

/**
 * A list as its rows of cells, and what may part these, the likeliest first; or, where each of them can only be a serial, as these: by their
 * kinds where they are of several. A saved mail is a text.
 */
export function listRecords(given: string, origins: Origins, most = MOST_ROWS): ListRecords {
  const nothing = { listed: null, kinds: null, records: null, partings: [] }
  const mail = wordsOfSavedMail(given)
  if (mail !== null) return { ...nothing, text: withoutApiKeys(mail) }
  const text = listText(jsonTable(given) ?? given)
  const inLine = listInLine(text)
  const spelt = speltLines(text)
  const listed = spelt ?? (inLine?.some((cell) => isSerialCell(cell, newReading(origins))) ? inLine : null)
  const kinds = spelt || !listed ? [] : kindsInLine(listed)
  if (listed) return { ...nothing, text, listed, kinds: kinds.length > 1 ? kinds : null }
  const partings = tablePartings(text, origins)
  const records = recordsOf(text, partings[0], most)
  return records ? { ...nothing, text, records, partings } : { ...nothing, text }
}

interface ListRecords {
  text: string
  listed: string[] | null
  kinds: string[][] | null
  records: string[][] | null
  partings: readonly Separator[]
}

function recordsOf(text: string, mark: Separator | undefined, most: number): string[][] | null {
  const records: string[][] = []
  for (const record of readRecords(text, mark)) {
    if (record.length > MOST_CELLS) return null
    // Empty ones are no rows: behind so many of them another would be left out.
    if (record.some((cell) => cell.trim() !== '')) records.push(record)
    if (records.length > most + 1) break
  }
  return records
}
