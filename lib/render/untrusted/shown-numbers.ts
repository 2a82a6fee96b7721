import { unzipSync, zipSync } from 'fflate'
import { DAY_FORM, numberFormats, tagAttribute } from '@/lib/domain/workbook/number-formats'
import { shownNumber, UNREAD_FORM } from '@/lib/domain/workbook/shown-number'

const STYLES = /(?:^|\/)styles\.xml$/i
const BOOK = 'xl/workbook.xml'
/** Days are counted from 1904, and not from 1900: so many later. */
const FROM_1904 = /\sdate1904\s*=\s*["'](?:1|true)["']/
const DAYS_UP_TO_1904 = 1462
/** The 1st of January 1970, counted from 1900. */
const DAYS_UP_TO_1970 = 25_569
const DAY_MS = 86_400_000
/** The start of a cell, or its value with the text in it. */
const CELL_OR_VALUE = /<(?:[\w.-]{1,40}:)?(?:(?<cell>c(?:\s[^<>]*)?)>|v(?:\s[^<>]*)?>(?<value>[^<]*))/g

/** Whether a part of a workbook is looked at, by its name. */
export function isRead(name: string): boolean {
  return /\.(?:xml|rels)$/.test(name)
}

/** The forms of a workbook's numbers, by the place of the style. */
export function formatsOf(bytes: Uint8Array): (string | null)[] {
  const [styles] = Object.values(unzipSync(bytes, { filter: ({ name }) => STYLES.test(name) }))
  return styles ? numberFormats(new TextDecoder().decode(styles)) : []
}

/**
 * A workbook whose numbers are texts as their sheet shows them, where their cell has a form of its own: 0.85 with a percent sign is 85%,
 * and 418 with five digits 00418. An error becomes the text that it is called by: as an empty cell it would take another value's
 * place, or a date of expiry away. Days become days that say so themselves, since the library knows fewer of their forms and would give the
 * number of the day. Its caller has seen that it does not unpack to too much.
 */
export function withShownNumbers(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes, { filter: ({ name }) => isRead(name) })
  const from1904 = FROM_1904.test(new TextDecoder('latin1').decode(parts[BOOK]))
  const formats = formatsOf(bytes)
  for (const [name, part] of Object.entries(parts)) {
    const bytesOfPart = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    if (bytesOfPart.includes('sheetData')) parts[name] = sheetWith(bytesOfPart, formats, from1904)
  }
  return zipSync(parts, { level: 0 })
}

interface ShownCell {
  at: number
  tag: string
  type: string
  format: string | null
}

/** Read byte by byte: only digits are changed, and a text of other letters takes no more memory than its bytes. */
function sheetWith(part: Buffer, formats: readonly (string | null)[], from1904: boolean): Uint8Array<ArrayBuffer> {
  const xml = part.toString('latin1')
  const written: string[] = []
  let [from, cell] = [0, null as ShownCell | null]
  for (const { index, 0: found, groups } of xml.matchAll(CELL_OR_VALUE)) {
    if (groups?.cell !== undefined) {
      const format = formats[Number(tagAttribute(found, 's') ?? 0)] ?? null
      const type = found.endsWith('/>') ? '' : (tagAttribute(found, 't') ?? 'n')
      const isShown = type === 'e' || (/^[nd]$/.test(type) && format !== null)
      cell = isShown ? { at: index, tag: found, type, format } : null
      continue
    }
    const value = groups?.value?.trim() ?? ''
    if (cell === null || value === '' || (cell.type === 'n' && !Number.isFinite(Number(value)))) continue
    const start = cell.at + cell.tag.length
    const shown = shownAs(cell, value, from1904)
    const tag = `${cell.tag.slice(0, -1).replace(/\st\s*=\s*(["'])[ned]\1/, '')} t="${shown.type}">`
    const end = index + found.length
    written.push(xml.slice(from, cell.at), tag, xml.slice(start, end - (groups?.value?.length ?? 0)), shown.xml)
    ;[from, cell] = [end, null]
  }
  written.push(xml.slice(from))
  return Buffer.from(written.join(''), 'latin1')
}

/** A day has no zone (18.18.11). What is none is marked, and what is shown in part, such as its month, so that no day is read out of it. */
function shownAs({ type, format }: ShownCell, value: string, from1904: boolean): { type: string; xml: string } {
  if (type === 'e' || format === null) return { type: 'str', xml: value }
  if (format !== DAY_FORM)
    return { type: 'str', xml: escaped(type === 'n' ? shownNumber(Number(value), format) : `${UNREAD_FORM}(${value})`) }
  const counted = Number(value) + (from1904 ? DAYS_UP_TO_1904 : 0) - DAYS_UP_TO_1970
  const day = new Date(type === 'n' ? Math.floor(counted * DAY_MS) : value.replace(/T[\d:.]+$/, '$&Z'))
  const isDay = !Number.isNaN(day.getTime())
  return isDay ? { type: 'd', xml: day.toISOString() } : { type: 'str', xml: escaped(`${UNREAD_FORM}${value}`) }
}

function escaped(text: string): string {
  const xml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return Buffer.from(xml, 'utf8').toString('latin1')
}
