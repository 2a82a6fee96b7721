import { strFromU8, unzipSync } from 'fflate'
import { DAY_FORM, numberFormats } from '@/lib/domain/workbook/number-formats'
import { plainNumber, shownNumber } from '@/lib/domain/workbook/shown-number'
import { BOOK, sheetsInOrder, RELATIONS } from './sheets-in-order'
import { attribute, elements, withoutElements } from './xml-elements'

/** The most bytes that a part of a workbook may have unpacked: a small file can be made to unpack to gigabytes. */
const LARGEST_PART = 64 * 1024 * 1024
const MOST_CELLS = 200_000
const MOST_COLUMNS = 60
const MOST_SHEETS = 20
/** A cell with anything in it. */
const HOLDS_ANY = /<(?:v|t)[ >]/
const STYLES = 'xl/styles.xml'
/** Programs write no more, nor longer ones (18.8.10, 18.8.31): a form is looked through for each style that has it. */
const MOST_STYLES = 70_000
const ODD_FORM = /<(?:[\w.-]{1,40}:)?numFmt\s(?:[^<]{1000}|(?:[^<[]*\[){20})/

/** A file that is no workbook of the packed form (ECMA-376), or one that is too large. */
export class SheetError extends Error {
  override name = 'SheetError'

  constructor(
    readonly reason: 'no_workbook' | 'too_large',
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** What hidden sheets of a workbook are called that hold anything: those that were passed over, and those that were read. */
export interface HiddenOfBook {
  left: readonly string[]
  taken: readonly string[]
}

/**
 * The sheets of an XLSX workbook that hold anything, as rows of cells, with what each shows where that is stored: a number as its form
 * shows it, and with a mark that no serial has where that form is not known. Hidden ones are read where no other holds anything. Reads
 * text, numbers and formulas' results; runs nothing and follows nothing.
 * @throws SheetError
 */
export function readBook(bytes: Uint8Array): { sheets: string[][][]; hidden: HiddenOfBook } {
  const parts = unpack(bytes)
  const names = Object.keys(parts)
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  if (names.length === 0) throw new SheetError('no_workbook')
  const text = (name: string) => withoutPrefix(strFromU8(parts[name] ?? new Uint8Array()))
  const named = { shared: readShared(text('xl/sharedStrings.xml')), formats: readFormats(text(STYLES)), cells: 0 }
  const { shown, hidden } = sheetsInOrder(text(BOOK), text(RELATIONS), names)
  const read = (sheets: typeof shown) =>
    sheets
      .slice(0, MOST_SHEETS)
      .map(({ part }) => readRows(text(part), named))
      .filter((rows) => rows.some((row) => row.some((cell) => cell !== '')))
  const sheets = read(shown)
  const called = hidden.filter(({ part }) => HOLDS_ANY.test(text(part))).map(({ name }) => plain(name))
  return sheets.length > 0
    ? { sheets, hidden: { left: called, taken: [] } }
    : { sheets: read(hidden), hidden: { left: [], taken: called } }
}

/** The sheets alone. */
export const readSheets = (bytes: Uint8Array): string[][][] => readBook(bytes).sheets

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let unpacked = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!/^xl\/(?:worksheets\/[^/]+|sharedStrings|styles|workbook)\.xml$/.test(name) && name !== RELATIONS)
          return false
        // What is stored as it is takes the first of the two, whatever it says that it unpacks to.
        unpacked += Math.max(size, originalSize)
        if (unpacked > LARGEST_PART) throw new SheetError('too_large')
        return true
      },
    })
  } catch (cause) {
    throw cause instanceof SheetError ? cause : new SheetError('no_workbook', { cause })
  }
}

/** Some programs write a prefix before the name of each element (`<x:worksheet xmlns:x="…">`): without that of the outermost one. */
function withoutPrefix(xml: string): string {
  const prefix = /^[^<]*(?:<[?!][^>]*>[^<]*)*<([A-Za-z][\w.-]{0,30}):/.exec(xml.slice(0, 2000))?.[1]
  return prefix === undefined ? xml : xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</')
}

/** Cells name them by their place, so the empty ones are some too. */
const readShared = (xml: string) => [...elements(xml, 'si')].map(({ content }) => textsOf(content))

/** By the place of the style. */
function readFormats(xml: string): (string | null)[] {
  if (ODD_FORM.test(xml) || xml.split('xf', MOST_STYLES + 1).length > MOST_STYLES) throw new SheetError('too_large')
  return numberFormats(xml)
}

/** What the cells of all sheets name by its place, and how many of them were read. */
interface Named {
  shared: readonly string[]
  formats: readonly (string | null)[]
  cells: number
}

function readRows(xml: string, named: Named): string[][] {
  const rows: string[][] = []
  for (const row of elements(xml, 'row')) {
    const read: string[] = []
    for (const { attributes, content } of elements(row.content, 'c')) {
      const column = columnOf(/^([A-Z]{1,4})\d+$/.exec(attribute(attributes, 'r') ?? '')?.[1]) ?? read.length
      if (column >= MOST_COLUMNS) continue
      while (read.length < column) read.push('')
      read[column] = cellText(attributes, content, named)
      if ((named.cells += 1) > MOST_CELLS) throw new SheetError('too_large')
    }
    rows.push(read)
  }
  return rows
}

function cellText(attributes: string, content: string, { shared, formats }: Named): string {
  const type = attribute(attributes, 't') ?? 'n'
  if (type === 'inlineStr') return textsOf(content)
  const [first] = elements(content, 'v')
  const value = plain(first?.content ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  const format = formats[Number(attribute(attributes, 's') ?? 0)] ?? null
  const isNumber = type === 'n' && value.trim() !== '' && Number.isFinite(Number(value))
  if (!isNumber) return value
  return format === null || format === DAY_FORM ? plainNumber(Number(value)) : shownNumber(Number(value), format)
}

/** Rich text comes in pieces; how a reading is pronounced (`rPh`) is no part of it. */
const textsOf = (xml: string) =>
  [...elements(withoutElements(xml, 'rPh'), 't')].map(({ content }) => plain(content)).join('')

function columnOf(letters: string | undefined): number | null {
  if (letters === undefined || letters.length > 3) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(xml: string): string {
  const read = xml.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
    },
  )
  return read.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
