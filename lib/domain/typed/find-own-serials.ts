import {
  displaySerial,
  hasValidCheckCharacter,
  isOwnShape,
  isWrittenAsIssued,
  serialKey,
} from '@/lib/domain/certificate/serial'
import { type FoundSerial, TAKEN } from './found-serial'

const OWN_LENGTH = 16
/** The most pieces that dashes, spaces and ends of lines break a serial into. */
const MOST_PIECES = 8
/** What may stand between two pieces: a dash with space around it, or space alone; not the mark of a list's next item. */
const GAP = /^(?!.*\n[ \t]*-[ \t])[ \t]{0,2}(?:-[ \t]{0,2}\n?|\n?)[ \t]{0,2}-?[ \t]{0,2}$/
const LONGEST_GAP = 16
/** Four dashed groups, also where the words beside them lost their space. */
const DASHED = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/gi

/** Four groups with dashes, after which a line may end, or with spaces. */
const FOUR_GROUPS =
  /(?<![0-9A-Z])[0-9A-Z]{4}(?:(?:[ \t]?-[ \t]{0,2}\n?[ \t]{0,2}[0-9A-Z]{4}){3}|(?: {1,3}[0-9A-Z]{4}){3})(?![0-9A-Z])/gi

/** Four groups that are parted alike, of which a line may end behind a dash. */
const PARTED_ALIKE = /^\w{4}([- ]{1,3})\w{4}\1\w{4}\1\w{4}$/

/** The run of letters and digits that a dash joins to what is found. */
const BEFORE = /([0-9A-Za-z]+)-$/
const AFTER = /^-([0-9A-Za-z]+)/
const LONGEST_WORD = 40
const LEAST_WORD = 5
const FILE_ENDING = /^[0-9A-Za-z _()-]*\.(?:pdf|jpe?g|png|svg|json|jwt|csv|xlsx|zip)(?![0-9A-Za-z])/i

interface Piece {
  at: number
  text: string
  /** Whether a serial may go on in it from the piece before. */
  goesOn: boolean
}

/** A run of pieces that are sixteen characters together. */
interface Window {
  pieces: readonly Piece[]
  written: string
  end: number
}

/**
 * Finds serials of the service's own form with a right check character in a longer text: in dashed groups, in one
 * piece, in groups with spaces, and where a line ends inside. Since one text in 32 has a right check character by
 * chance, words that merely are as long do not count: without dashes, letters and digits have to be mixed as they are
 * in serials, or the serial stands alone on its line. Each place is looked at eight times at most, whatever the text.
 */
export function findOwnSerials(text: string): FoundSerial[] {
  const found: FoundSerial[] = []
  const pieces = piecesOf(text)
  let from = 0
  const meantAt = (at: number) => {
    const window = windowAt(text, pieces, at)
    return window && hasValidCheckCharacter(window.written) && isMeant(text, window) ? window : null
  }
  while (from < pieces.length) {
    const window = meantAt(from)
    // The end of a name before a serial passes with three of its groups once in 32 times: `Pete - P07Y - PFP2 - 1V46 - 8ATW`.
    // So does a year in the cell before.
    const isOfName = window && (!isOfOneCase(window.written) || window.written.includes('\t'))
    if (!window || (isOfName && window.pieces.some((_, at) => at > 0 && meantAt(from + at)))) {
      from += 1
      continue
    }
    found.push({ at: window.pieces[0]?.at ?? 0, end: window.end, serial: displaySerial(serialKey(window.written)) })
    from += window.pieces.length
  }
  for (const { index, 0: written } of text.matchAll(DASHED))
    if (hasValidCheckCharacter(written) && !isInside(text, index, index + written.length))
      found.push({ at: index, end: index + written.length, serial: displaySerial(serialKey(written)) })
  return found
}

/**
 * Finds what is meant as a serial of ours in a longer text and is none, since a character is wrong: four groups of four in one case, in
 * which letters and digits are mixed. Without dashes two of the groups have to be mixed: capitals and a year are words.
 * @param text without what `findOwnSerials` found in it
 */
export function findMistypedSerials(text: string): FoundSerial[] {
  return [...text.matchAll(FOUR_GROUPS)].flatMap(({ index: at, 0: written }) => {
    const end = at + written.length
    const mixed = (written.match(/[0-9A-Z]+/gi) ?? []).filter(isMixedWord).length
    const isMeantAsOwn = isOfOneCase(written) && (written.includes('-') ? isMixedWord(written) : mixed >= 2)
    const isWrong = isMeantAsOwn && !hasValidCheckCharacter(written) && !isInside(text, at, end)
    return isWrong ? [{ at, end, serial: serialKey(written).replace(/.{4}(?=.)/g, '$&-') }] : []
  })
}

/**
 * The serial of our form, rightly checked or not, that a text begins with. What could as well begin with the word before a serial,
 * such as `Name` at the end of a line, is none.
 * @param text that begins with a letter or a digit
 * @param options.mistyped takes four groups of four that are parted alike, too, whose check character is wrong
 * @returns null where there is none; `length` is how much of the text it takes
 */
export function leadingOwnSerial(text: string, { mistyped = false } = {}): { serial: string; length: number } | null {
  const head = text.slice(0, 64)
  const pieces = piecesOf(head)
  const window = pieces[0]?.at === 0 ? windowAt(head, pieces, 0) : null
  const whole = window?.written ?? /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/i.exec(head)?.[0]
  if (whole === undefined || findOwnSerials(head).some(({ at }) => at > 0 && at < whole.length)) return null
  const isGood = hasValidCheckCharacter(whole) || (mistyped && window && PARTED_ALIKE.test(whole.replace(/-\s+/g, '-')))
  return isGood ? { serial: displaySerial(serialKey(whole)), length: whole.length } : null
}

function piecesOf(text: string): Piece[] {
  let end = 0
  return [...text.matchAll(/[0-9A-Za-z]+/g)].map(({ index, 0: piece }) => {
    const goesOn = index - end <= LONGEST_GAP && GAP.test(text.slice(end, index))
    end = index + piece.length
    return { at: index, text: piece, goesOn }
  })
}

function windowAt(text: string, pieces: readonly Piece[], from: number): Window | null {
  let length = 0
  for (let to = from; to < Math.min(pieces.length, from + MOST_PIECES); to += 1) {
    const piece = pieces[to] as Piece
    if (to > from && !piece.goesOn) return null
    length += piece.text.length
    if (length > OWN_LENGTH) return null
    if (length < OWN_LENGTH) continue
    const start = pieces[from]?.at ?? 0
    const end = piece.at + piece.text.length
    const written = text.slice(start, end)
    return isOwnShape(serialKey(written)) ? { pieces: pieces.slice(from, to + 1), written, end } : null
  }
  return null
}

function isMeant(text: string, window: Window): boolean {
  const { pieces, written, end } = window
  const start = pieces[0]?.at ?? 0
  if (isInside(text, start, end)) return false
  if (isWrittenAsIssued(written)) return true
  if (isAlone(text, start, end))
    return /\d/.test(written) || (pieces.length === 1 ? !/[a-z]/.test(written) : isGrouped(window))
  const isMixed = isMixedWord(written)
  if (pieces.length === 1) return isMixed
  const dashes = written.split('-').length - 1
  if (isGrouped(window)) return dashes >= 2 || (isMixed && isOfOneCase(written) && pieces.some(isMixedPiece))
  return isMixed && dashes >= 2 && written.includes('\n')
}

const isGrouped = ({ pieces }: Window) => pieces.length === 4 && pieces.every(({ text }) => text.length === 4)
const isMixedWord = (word: string) => /\d/.test(word) && /[a-z]/i.test(word)
const isMixedPiece = ({ text }: Piece) => isMixedWord(text)
const isOfOneCase = (text: string) => text === text.toUpperCase() || text === text.toLowerCase()

/**
 * Whether a longer run of dashed groups goes on before or after, as in a UUID or a key of other software. A word of a file's
 * name is no group: `certificate-7K3M-9QXT-2VBD-8RWN.pdf`.
 */
function isInside(text: string, start: number, end: number): boolean {
  const before = BEFORE.exec(text.slice(Math.max(start - LONGEST_WORD, 0), start))?.[1]
  const after = AFTER.exec(text.slice(end, end + LONGEST_WORD))?.[1]
  const isFile = FILE_ENDING.test(text.slice(end, end + LONGEST_WORD))
  const isLoud = !/[a-z]/.test(text.slice(start, end))
  return [before, after].some((word) => word !== undefined && !isWord(word, isFile, isLoud))
}

/**
 * A word is told from a group of a key, or from the mark that an issuer's own numbers begin with, by its small letters beside a
 * serial in capitals, or by its length in the name of a file.
 */
function isWord(word: string, isFile: boolean, isLoud: boolean): boolean {
  return /^[a-z]{2,}$/i.test(word) && ((isLoud && /[a-z]/.test(word)) || (isFile && word.length >= LEAST_WORD))
}

/** Whether nothing but space and what was found already stands on its line beside it. */
function isAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(start - 40, 0), start)
  const after = text.slice(end, end + 40)
  const empty = new RegExp(`^[ \\t"'()*${TAKEN}]*$`)
  return (
    empty.test(before.slice(before.lastIndexOf('\n') + 1)) &&
    empty.test(after.split(/[\n]/, 1)[0]?.replace(/[.,;:!?]*$/, '') ?? '')
  )
}
