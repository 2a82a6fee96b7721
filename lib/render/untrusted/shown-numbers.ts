import { unzipSync, zipSync } from 'fflate'
import { numberFormats, tagAttribute } from '@/lib/domain/workbook/number-formats'
import { shownNumber } from '@/lib/domain/workbook/shown-number'

const STYLES = /(?:^|\/)styles\.xml$/i
const SHEET = /^xl\/worksheets\//
/** The start of a cell, or its value with the text in it. */
const CELL_OR_VALUE = /<(?:[\w.-]{1,40}:)?(?:(?<cell>c(?:\s[^<>]*)?)>|v(?:\s[^<>]*)?>(?<value>[^<]*))/g

/**
 * A workbook whose numbers are texts as their sheet shows them, where their cell has a form of its own: 0.85 with a percent sign is 85%,
 * and 418 with five digits 00418. An error becomes the text that it is called by: as an empty cell it would take another value's
 * place, or a date of expiry away. Days stay as they are. Its caller has seen that it does not unpack to too much.
 */
export function withShownNumbers(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) })
  const styles = Object.entries(parts).find(([name]) => STYLES.test(name))?.[1]
  const formats = styles ? numberFormats(new TextDecoder().decode(styles)) : []
  for (const [name, part] of Object.entries(parts)) if (SHEET.test(name)) parts[name] = sheetWith(part, formats)
  return zipSync(parts, { level: 0 })
}

/** Read byte by byte: only digits are changed, and a text of other letters takes no more memory than its bytes. */
function sheetWith(part: Uint8Array, formats: readonly (string | null)[]): Uint8Array<ArrayBuffer> {
  const xml = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
  const written: string[] = []
  let [from, cell] = [0, null as { at: number; tag: string; format: string | null } | null]
  for (const { index, 0: found, groups } of xml.matchAll(CELL_OR_VALUE)) {
    if (groups?.cell !== undefined) {
      const format = formats[Number(tagAttribute(found, 's') ?? 0)] ?? null
      const type = found.endsWith('/>') ? null : (tagAttribute(found, 't') ?? 'n')
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
