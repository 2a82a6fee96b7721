import { CODE_PAGE_LETTERS } from './code-page-letters'

/** Code pages of one byte a letter, and those of East Asia, in which offices save tables; the likelier of a kind comes first. */
export const CODE_PAGES = [
  ...(Object.keys(CODE_PAGE_LETTERS) as (keyof typeof CODE_PAGE_LETTERS)[]),
  ...(['gb18030', 'big5', 'shift_jis', 'euc-kr'] as const),
] as const
export type CodePage = (typeof CODE_PAGES)[number]

/** Decodes pieces of a text, one after another; without a piece, its end. Null for what is not in the code page. */
type Decode = (piece?: Uint8Array) => string | null

/** What is free in a code page, is for private use in it, or is a control character beyond ASCII: no table has any. */
const FREE = /[\u0080-\u009F\uE000-\uF8FF\uFFFD]/
const HIGH = /[\u0080-\u00FF]/g

/** @returns null for bytes that are no text in this code page */
export function decodeCodePage(bytes: Uint8Array, page: CodePage): string | null {
  const decode = codePageDecoder(page)
  const text = decode(bytes)
  const end = decode()
  return text === null || end === null ? null : text + end
}

/** For a text that comes in pieces. */
export function codePageDecoder(page: CodePage): Decode {
  const letters = lettersOf(page)
  if (letters !== null) return (piece) => known(piece === undefined ? '' : singleBytes(piece, letters))
  const decoder = new TextDecoder(page, { fatal: true })
  return (piece) => {
    try {
      return known(piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true }))
    } catch {
      return null
    }
  }
}

/** What a code page of one byte a letter has from 0x80 on, U+FFFD where it is free; null for the others. */
export function lettersOf(page: CodePage): string | null {
  return (CODE_PAGE_LETTERS as Partial<Record<CodePage, string>>)[page] ?? null
}

/** Bytes beyond ASCII by themselves: some releases of Node.js decode more than Latin-1 by the name `latin1`. */
function singleBytes(bytes: Uint8Array, letters: string): string {
  return byteText(bytes).replace(HIGH, (character) => letters.charAt(character.charCodeAt(0) - 0x80))
}

/** Bytes as a text with a character for each, of the same number. */
export function byteText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** The bytes of such a text. */
export function textBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function known(text: string): string | null {
  return FREE.test(text) ? null : text
}
