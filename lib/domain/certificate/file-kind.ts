/** The kind of a file that was put into the one place for all kinds. */
export type FileKind = 'pdf' | 'picture' | 'badge' | 'receipt' | 'serials' | 'spreadsheet' | 'unknown'

/** How much of a file says what it is. */
export const TELLING_BYTES = 256 * 1024

const PICTURES = [
  /^\xFF\xD8\xFF/,
  /^GIF8[79]a/,
  /^RIFF[\s\S]{4}WEBP/,
  /^BM[\s\S]{4}\0\0/,
  /^(?:II\*\0|MM\0\*)/,
  /^[\s\S]{4}ftyp(?:hei|hev|avi|mif|msf)/,
]
const PNG = /^\x89PNG\r\n\x1A\n/
const BAKED = /(?:tEX|iTX|zTX)topenbadge/
const DRAWING = /^<(?:\?xml|!--|!doctype svg|svg)/i
/** A badge that is baked into an SVG (OB 3.0, 5.3.2; OB 2.0, baking): by its prefix, or by its namespace where that has another one. */
const IN_DRAWING = /openbadges|purl\.imsglobal\.org\/ob/i
/** The packed form of a workbook, and that of open documents; a document or a presentation may have a workbook within. */
const WORKBOOK = /^PK\x03\x04(?:(?!(?:word|ppt)\/)[\s\S])*?(?:xl\/|opendocument\.spreadsheet)/
/**
 * The old form of a workbook. Word and Outlook save such compound files too, so its stream counts: by its beginning ([MS-XLS]
 * 2.4.21) where it comes first, else by its entry in the directory ([MS-CFB] 2.6.1).
 */
const OLD_WORKBOOK =
  /^\xD0\xCF\x11\xE0(?:[\s\S]{508}\x09\x08[\x08\x10]\0|[\s\S]*?(?:W\0o\0r\0k\0b\0o\0o\0k\0\0{48}\x12|B\0o\0o\0k\0\0{56}\x0A)\0\x02)/
/** Objects, alone or listed: a bracket alone may begin a message, a link or rich text. */
const JSON_TEXT = /^(?:\{\s*"|\[\s*\{)/
/** The first of a list of objects, or of one on each line, with no other in it. A badge has its serial deeper. */
const FIRST_ROW = /^(?:\[|\{[^[{]{0,2000}\[)?\s*\{((?:[^{}"]|"(?:[^"\\]|\\.){0,2000}"){0,2000})\}/
const SERIAL_KEY = /"[^":]{0,40}(?:serial|s[ée]rie|certificate|zertifikat|序列|证书|الرقم|सीरियल)[^":]{0,40}"\s*:/i
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]*$/

/**
 * Finds out by its bytes, never by its name, what a file is (spec part 13, “One drop zone”): a badge also inside
 * of a picture, a receipt also as JSON; every other text may hold serials.
 * @param head its first `TELLING_BYTES`, or all of it
 * @param isWhole whether that is the file; in what is left out of a drawing a badge may stand
 */
export function fileKind(head: Uint8Array, isWhole = head.length < TELLING_BYTES): FileKind {
  const bytes = latin1(head)
  if (bytes.slice(0, 1024).includes('%PDF-')) return 'pdf'
  if (PNG.test(bytes)) return BAKED.test(bytes) ? 'badge' : 'picture'
  if (PICTURES.some((beginning) => beginning.test(bytes))) return 'picture'
  if (WORKBOOK.test(bytes) || OLD_WORKBOOK.test(bytes)) return 'spreadsheet'
  const text = fileText(head)
  if (text === null) return 'unknown'
  return !isWhole && isDrawing(text) ? 'badge' : textKind(text)
}

/** Whether a text is a picture in SVG: a badge where one is baked into it, else nothing that is read here. */
export const isDrawing = (text: string): boolean => DRAWING.test(text.trimStart()) && /<svg[\s>]/i.test(text)

/**
 * The text of a file: UTF-8, UTF-16 with its mark, else Windows-1252, as spreadsheets save it.
 * @returns null for what is no text
 */
export function fileText(bytes: Uint8Array): string | null {
  return unicodeText(bytes) ?? (bytes.includes(0) ? null : windows1252(bytes))
}

/** The same of UTF-8, and of UTF-16 with its mark; null for anything else. */
export function unicodeText(bytes: Uint8Array): string | null {
  const [first = 0, second = 0] = bytes
  const mark = (first << 8) | second
  if (mark === 0xfffe || mark === 0xfeff)
    return new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(bytes)
  if (bytes.includes(0)) return null
  try {
    // What is cut inside of a character is text all the same.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}

/** Whether a text in UTF-8 or UTF-16 ends in the midst of a character, as a file that was cut off on its way. */
export function isCutText(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return bytes.length % 2 === 1
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return false
  } catch {
    return unicodeText(bytes) !== null
  }
}

/** What Windows-1252 has where Latin-1 has control characters, from 0x80 on; what it leaves free stays as it is. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Some releases of Node.js decode `windows-1252` as Latin-1, and lose quotes and dashes. */
function windows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(bytes)
  return text.replace(/[\u0080-\u009f]/g, (character) => WINDOWS.charAt(character.charCodeAt(0) - 0x80))
}

/** What a text is: a badge or a receipt by how it begins, else one that may hold serials. */
export function textKind(text: string): FileKind {
  const trimmed = text.trim()
  if (trimmed === '') return 'unknown'
  if (JSON_TEXT.test(trimmed)) {
    if (/"receipt(?:_jwt"\s*:|s"\s*:\s*\[\s*"ey)/.test(trimmed)) return 'receipt'
    return SERIAL_KEY.test(FIRST_ROW.exec(trimmed)?.[1] ?? '') ? 'serials' : 'badge'
  }
  if (isDrawing(trimmed)) return IN_DRAWING.test(trimmed) ? 'badge' : 'unknown'
  if (!COMPACT_JWS.test(trimmed)) return 'serials'
  const type = headerType(trimmed)
  if (type === null) return 'serials'
  return /^verification-(?:batch-)?receipt\+jwt$/.test(type) ? 'receipt' : 'badge'
}

/** The `typ` that a signed text claims, or an empty text; null for what is no signed text. */
function headerType(jws: string): string | null {
  try {
    const encoded = (jws.split('.', 1)[0] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const header = JSON.parse(atob(encoded)) as { typ?: unknown; alg?: unknown } | null
    if (header === null || typeof header !== 'object' || !('alg' in header)) return null
    return typeof header.typ === 'string' ? header.typ : ''
  } catch {
    return null
  }
}

/** The first `TELLING_BYTES`, a character for each byte: browsers and newer releases of Node.js decode `latin1` as Windows-1252. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < Math.min(bytes.length, TELLING_BYTES); at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + 8192, TELLING_BYTES)))
  return text
}
