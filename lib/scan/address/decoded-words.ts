import { decodePercents } from '@/lib/domain/text/decode-percents'
import { addressStart, inMarksOfAddress } from './address-in-word'

/** From a character to its wide form, which is read like it. */
const WIDE = 0xfe_e0
/** Words may be encoded so often in different ways; the same way counts once. */
const MOST_ENCODINGS = 3

/** A word of a text: one that holds percent signs and the marks of an address is read as that. */
const WORD = /[^\s<>"«»,;|\u2018-\u201F\u3008-\u3011]+/g
const ENCODED_WORD = /^(?=[^%]*%[0-9A-F]{2})[^/@?&=]*$/i
/** Each program on the way encoded the sign once more: `%25252D`. */
const NESTED = /%(?:25)+(?=[0-9A-F]{2})/gi
/** The beginning of an address as mails may encode it (RFC 2045, 6.7): its slashes, too. */
const QUOTED_ADDRESS = /=3A(?:=2F|\/)|(?<=\.[a-z]{2,24})=(?:2F|3F|23)|=2E[a-z]{2,24}(?:=2F|\/)/i
const QUOTED = /=([0-9A-F]{2})/gi

/**
 * As Markdown, JSON and programs write the marks of serials and of addresses; of letters, too, as some write whole texts. A serial may
 * begin like a code behind a backslash that stands for a slash.
 */
const ESCAPED =
  /\\{1,4}(?![0-9a-z]{4}(-?)[0-9a-z]{4}\1[0-9a-z]{4}\1[0-9a-z]{4}(?![0-9a-z]))(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([/:?#=&@._~-]))/gi
/** What is no letter of another script: a folder may be called `x9f`. */
const OF_SERIALS = /[ -~\u00AD\u2010-\u2015\u2212]/
/** Marks in brackets, so that no program makes a link of an address. */
const DEFUSED = /[[({](:\/\/|[.:/]|dot)[\])}]/gi

/** A text without the backslashes of Markdown, JSON and programs, and without the brackets that take an address apart. */
export function withoutBackslashes(text: string): string {
  const plain = text.includes('\\') ? text.replace(ESCAPED, unescaped) : text
  return plain.replace(DEFUSED, (_, mark: string) => (mark.length === 3 && mark !== '://' ? '.' : mark))
}

function unescaped(whole: string, _mark?: string, braced?: string, four?: string, two?: string, mark?: string): string {
  if (mark !== undefined) return mark
  const point = Number.parseInt(braced ?? four ?? two ?? '', 16)
  const one = point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
  return OF_SERIALS.test(one) ? inCell(one) : whole
}

/** A text in which the words that are encoded with percent signs, or as mails are, are plain. */
export function withoutCodes(text: string): string {
  const plain = QUOTED_ADDRESS.test(text)
    ? text.replace(/=\r?\n/g, '').replace(WORD, (word) => (QUOTED_ADDRESS.test(word) ? ofQuoted(word) : word))
    : text
  return plain.includes('%') ? plain.replace(WORD, ofPercents) : plain
}

const ofQuoted = (word: string) => decodePercents(word.replaceAll('%', '%25').replace(QUOTED, '%$1')) ?? word

/** What begins like an address is read as that, with its codes, but not where only its beginning is encoded. */
function ofPercents(word: string): string {
  if (!word.includes('%')) return word
  const isWhole = ENCODED_WORD.test(word)
  if (!isWhole && addressStart(inMarksOfAddress(word)) !== null) return word
  let plain = word.replace(NESTED, '%')
  for (let count = 0; count < MOST_ENCODINGS; count += 1) plain = decodePercents(plain)?.replace(NESTED, '%') ?? plain
  // What is left is no encoding: `100%`.
  if (!isWhole && addressStart(inMarksOfAddress(plain)) === null) return word
  return [...plain].map(inCell).join('')
}

/** In place of a mark that would part the cells of a list: a quote would begin a cell, and a comma or the end of a line end one. */
export function inCell(one: string): string {
  if (/[,;|]/.test(one)) return String.fromCodePoint(one.charCodeAt(0) + WIDE)
  return one === '"' ? '\u201D' : one === '\n' ? '\u2028' : /[\u0000-\u001F]/.test(one) ? ' ' : one
}
