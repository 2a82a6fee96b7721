import { unzipSync, zipSync } from 'fflate'
import { numberFormats, tagAttribute } from '@/lib/domain/workbook/number-formats'
import { showsWholeText, shownNumber } from '@/lib/domain/workbook/shown-number'
import { WorkbookError } from './workbook-error'

const STYLES = /(?:^|\/)styles\.xml$/i
const BOOK = 'xl/workbook.xml'
/** What the library knows only as 1 of that a workbook counts its days from 1904, which some programs call true. */
const FROM_1904 = /(\sdate1904\s*=\s*["'])true(?=["'])/
/** The start of a cell, or its value with the text in it. */
const CELL_OR_VALUE = /<(?:[\w.-]{1,40}:)?(?:(?<cell>c(?:\s[^<>]*)?)>|v(?:\s[^<>]*)?>(?<value>[^<]*))/g

const TEXTS = new Set(['s', 'str', 'inlineStr'])

/** Whether a part of a workbook is looked at, by its name. */
export function isRead(name: string): boolean {
  return /\.(?:xml|rels)$/.test(name)
}

/**
 * A workbook whose numbers are texts as their sheet shows them, where their cell has a form of its own: 0.85 with a percent sign is 85%,
 * and 418 with five digits 00418. An error becomes the text that it is called by: as an empty cell it would take another value's
 * place, or a date of expiry away. Days stay as they are. Its caller has seen that it does not unpack to too much.
 * @throws WorkbookError for a text that its form hides, or shows with another one around it
 */
export function withShownNumbers(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes, { filter: ({ name }) => isRead(name) })
  const styles = Object.entries(parts).find(([name]) => STYLES.test(name))?.[1]
  const formats = styles ? numberFormats(new TextDecoder().decode(styles)) : []
  for (const [name, part] of Object.entries(parts)) {
    const bytesOfPart = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    if (name === BOOK) parts[name] = Buffer.from(bytesOfPart.toString('latin1').replace(FROM_1904, '$11'), 'latin1')
    else if (bytesOfPart.includes('sheetData')) parts[name] = sheetWith(bytesOfPart, formats)
  }
  return zipSync(parts, { level: 0 })
}

/** Read byte by byte: only digits are changed, and a text of other letters takes no more memory than its bytes. */
function sheetWith(part: Buffer, formats: readonly (string | null)[]): Uint8Array<ArrayBuffer> {
  const xml = part.toString('latin1')
  const written: string[] = []
  let [from, cell] = [0, null as { at: number; tag: string; format: string | null } | null]
  for (const { index, 0: found, groups } of xml.matchAll(CELL_OR_VALUE)) {
    if (groups?.cell !== undefined) {
      const format = formats[Number(tagAttribute(found, 's') ?? 0)] ?? null
      const type = found.endsWith('/>') ? null : (tagAttribute(found, 't') ?? 'n')
      if (TEXTS.has(type ?? '') && format !== null && !showsWholeText(format))
        throw new WorkbookError(`its cell ${tagAttribute(found, 'r') ?? ''} shows another text than it holds`)
      const isShown = type === 'e' || (type === 'n' && format !== null)
      cell = isShown ? { at: index, tag: found, format: type === 'e' ? null : format } : null
      continue
    }
    const value = groups?.value?.trim() ?? ''
    if (cell === null || value === '' || (cell.format !== null && !Number.isFinite(Number(value)))) continue
    const start = cell.at + cell.tag.length
    const tag = `${cell.tag.slice(0, -1).replace(/\st\s*=\s*(["'])[ne]\1/, '')} t="str">`
    const end = index + found.length
    written.push(xml.slice(from, cell.at), tag, xml.slice(start, end - (groups?.value?.length ?? 0)))
    written.push(cell.format === null ? value : escaped(shownNumber(Number(value), cell.format)))
    ;[from, cell] = [end, null]
  }
  written.push(xml.slice(from))
  return Buffer.from(written.join(''), 'latin1')
}

function escaped(text: string): string {
  const xml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return Buffer.from(xml, 'utf8').toString('latin1')
}
