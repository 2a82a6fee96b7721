import { couldBeSerial, displaySerial, isOwnShape, isWrittenAsIssued, serialKey } from '@/lib/domain/certificate/serial'
import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'

/** Longer than any serial with a space in place of each of its marks. */
const LONGEST_LINE = 130
const WRITTEN = /^[0-9A-Za-z][0-9A-Za-z /._-]*$/
const MOST_WORDS = 6
/** Shorter words beside each other are rather the groups of one serial. */
const WHOLE_LENGTH = 8

/**
 * The serials of a piece of text that holds nothing else: one, in any spelling, or several with spaces between them.
 * A name is none: where there are several words, as many must hold a digit as do not.
 * @param piece in plain characters, of one line
 * @param options.alone there is nothing else in the text: then a word without a digit counts, too
 * @returns empty where it is none
 */
export function lineSerials(piece: string, { alone = false } = {}): string[] {
  const text = piece.length > 2 * LONGEST_LINE ? '' : bare(piece)
  if (text.length > LONGEST_LINE || !WRITTEN.test(text)) return []
  const words = text.split(/ +/)
  if (words.length > 1 && words.every(isWhole)) return words.map(written)
  const serial = wholeSerial(text, words, alone)
  return serial === null ? [] : [serial]
}

function wholeSerial(text: string, words: readonly string[], alone: boolean): string | null {
  const key = serialKey(text)
  const hasDigit = /\d/.test(text)
  if (isOwnShape(key)) {
    const isGrouped = words.length === 4 && words.every(({ length }) => length === 4)
    const isLoud = words.length === 1 && !/[a-z]/.test(text)
    return hasDigit || isGrouped || isLoud || isWrittenAsIssued(text) ? displaySerial(key) : null
  }
  if (words.length === 1) return (hasDigit || alone) && isIssuerSerial(text) ? text : null
  const withDigit = words.filter((word) => /\d/.test(word)).length
  return words.length <= MOST_WORDS && 2 * withDigit >= words.length && couldBeSerial(key) ? text : null
}

/** What people put around a serial: quotes, brackets, the mark or the number of a list's item, the end of a sentence. */
function bare(piece: string): string {
  return piece
    .trim()
    .replace(/^(?:[*\u2022\u00B7-]|\d{1,3}[.)])\s+/, '')
    .replace(/^["'([{<\u2018-\u201F\u00AB\u00BB]+/, '')
    .replace(/[\s"'.,;:!?)\]}>\u2018-\u201F\u00AB\u00BB\u3002\u060C-]{1,16}$/, '')
}

/** Whether a word is long enough for a serial, and could be one. */
export function isWhole(word: string): boolean {
  const key = serialKey(word)
  if (isWrittenAsIssued(word)) return true
  return word.length >= WHOLE_LENGTH && /\d/.test(word) && (isOwnShape(key) || isIssuerSerial(word))
}

function written(word: string): string {
  return displaySerial(serialKey(word)) === serialKey(word) ? word : displaySerial(serialKey(word))
}
