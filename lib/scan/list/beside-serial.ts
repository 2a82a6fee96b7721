import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { findMistypedSerials } from '@/lib/domain/typed/find-own-serials'
import { without } from '@/lib/domain/typed/found-serial'
import { findMeantSerials, isLinkAroundSerial, serialInside } from '@/lib/domain/typed/serial-inside'
import { withoutLabel, withoutLabelBehind } from '@/lib/scan/typed/labelled-serials'
import { takeAddresses } from '@/lib/scan/typed/take-addresses'
import { plainWithoutApiKeys } from '@/lib/scan/typed/without-api-keys'
import { isCertificateOfWhat, withoutCertificate } from './of-certificate'

const LONGEST = 2000
/** To look for addresses in each cell of a long table takes seconds. */
export const mayHoldLink = (cell: string) => /[/\\?#@\u2044\u2215]|[^.]\.[^.\s]+\.\p{L}/u.test(cell)
/** The mark or number of a list's item, and what stands between a serial and the words beside it. */
const MARK = /^\s*(?:\(?\d{1,4}[.):]|[*\u2022\u00B7-])\s+/
const AROUND =
  /^[\s"'()[\]<>.,:;#|*/_\u00B7\u2018-\u201F\u00AB\u00BB-]+|[\s"'()[\]<>,:;#|*/_\u00B7\u2018-\u201F\u00AB\u00BB-]+$/gu
const FILE_ENDING = /^\.[a-z][a-z0-9]{2,3}$/i
const MOST_WORDS = 6
/** A word of a name, as it is written in a list: with a capital, in a script without any, or what stands between others. */
const OF_NAME =
  /^(?:[\p{Lu}\p{Lt}\p{Lo}]|['\u2019]|(?:da|das|de|del|della|den|der|di|do|dos|du|el|la|le|bin|ibn|van|von|y|zu)$)/u

/** A serial of our own form in a cell, right or with a wrong character, and the words beside it. */
interface SerialAndWords {
  serial: string
  /** Empty where there are none; `…` stands for a serial in their midst. */
  words: string
}

/** Takes a cell apart that holds one serial of our own form; null where it holds none, or several. */
export type CellReader = (cell: string) => SerialAndWords | null

/** Reads the cells of one list: each once, though it is looked at for its column, its serial and the words beside that. */
export function cellReader(origins: readonly string[]): CellReader {
  return onceFor((cell) => serialAndWords(cell, origins))
}

/** A function of a text that is worked out once for each: the cells of a list are looked at several times, and many are alike. */
export function onceFor<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { value: T }>()
  return (text) => {
    const before = known.get(text)
    if (before) return before.value
    const value = read(text)
    known.set(text, { value })
    return value
  }
}

function serialAndWords(cell: string, origins: readonly string[]): SerialAndWords | null {
  if (cell.length > LONGEST) return null
  const plain = plainWithoutApiKeys(cell, LONGEST, ' ')
  const whole = plain.trim()
  if (isIssuerSerial(whole) && !isLinkAroundSerial(whole))
    return serialInside(whole) === null ? null : { serial: whole, words: '' }
  const ours = mayHoldLink(plain) ? without(plain, takeAddresses(plain, origins).foreign) : plain
  const right = findMeantSerials(ours)
  const [found, ...others] = [...right, ...findMistypedSerials(without(ours, right))]
  // The same place may be found in two ways.
  if (!found || others.some(({ at }) => at !== found.at)) return null
  const before = withoutLabelBehind(withoutLabel(plain.slice(0, found.at).replace(MARK, ''))).replace(AROUND, '')
  const words = [before, plain.slice(found.end).replace(FILE_ENDING, '').replace(AROUND, '')].filter((part) =>
    /\p{L}/u.test(part),
  )
  return { serial: found.serial, words: words.join(' … ') }
}

/** Whether words beside a serial can be the name of its holder: on one side of it, two at least where a script parts them. */
function isNameBeside(words: string): boolean {
  const parts = words.split(/\s+/)
  const isParted = parts.length > 1 || /[^\u0000-\u024F]/.test(words)
  return isParted && parts.length <= MOST_WORDS && !/[\d@:/\\]/.test(words) && parts.every((part) => OF_NAME.test(part))
}

/**
 * Rows with the name that stands beside a serial in a cell of its own, where one can: whole, or with the part of it that a comma parted
 * off. The same town before each name, or the same result behind it, is no part of one.
 * @param isHeaded whether a head says what each cell is; then none holds a part of what stands in another
 */
export function withNamesBeside(
  rows: readonly (readonly string[])[],
  column: number,
  isHeaded: boolean,
  reader: CellReader,
): string[][] {
  const read = rows.map((cells) => {
    const words = reader(cells[column] ?? '')?.words ?? ''
    return { cells, words, family: isHeaded ? null : familyBeside(cells, column, words) }
  })
  const parted = read.filter(({ family }) => family !== null)
  const areParts = areMostlyDistinct(parted.map(({ words }) => words)) && areMostlyDistinct(parted.map(familyOf))
  return read.map(({ cells, words, family }) => {
    if (family !== null && areParts) return withFamilyName(cells, column, words, family)
    const name = withoutCertificate(words)
    return isNameBeside(name) && !isCertificateOfWhat(words) ? [...cells, name] : [...cells]
  })
}

/**
 * Whether nobody can tell who is meant in rows without a head: `Welding, Ben Wu 7K3M-…` is as likely a course and a name as `Müller, Anna Maria`
 * is a name. What stands in most rows again is a course.
 */
export function isUnclearWho(rows: readonly (readonly string[])[], column: number, reader: CellReader): boolean {
  if (rows.length === 1 && rows[0]?.some(isCertificateOfWhat)) return true
  // Of one line of prose no part is a name.
  const said = rows.length === 1 ? withoutCertificate(reader(rows[0]?.[column] ?? '')?.words ?? '') : ''
  const isSentence = said.split(/\s+/).length > 2 || /^\p{Ll}/u.test(said)
  if (isSentence && !isNameBeside(said)) return true
  const both = rows.flatMap((cells) => {
    const words = reader(cells[column] ?? '')?.words ?? ''
    const other = cells.find((cell, at) => at !== column && /\p{L}/u.test(cell) && !/[\d@:/\\]/.test(cell))
    return other !== undefined && /\s/.test(words) && isNameBeside(words) ? [{ words, other }] : []
  })
  const [words, others] = [both.map((one) => one.words), both.map((one) => one.other)]
  return 2 * both.length > rows.length && areMostlyDistinct(words) && areMostlyDistinct(others)
}

const familyOf = ({ cells, family }: { cells: readonly string[]; family: number | null }) => cells[family ?? -1] ?? ''

const areMostlyDistinct = (texts: readonly string[]) => texts.length < 2 || 2 * new Set(texts).size > texts.length

/**
 * Where the other part of a name stands that a comma parted into both cells of a row, `Müller, Jürgen 7K3M-…`: one word of it there, and
 * the rest beside the serial. A part alone would be another name than the one on the certificate.
 * @returns the place of the other cell; null where it is no such row
 */
function familyBeside(cells: readonly string[], column: number, words: string): number | null {
  const others = cells.flatMap((cell, at) => (at !== column && cell !== '' ? [at] : []))
  const [at, another] = others
  if (at === undefined || another !== undefined || !isPartOfName(words)) return null
  const part = cells[at] ?? ''
  // Without capitals one word may be a whole name, and a town stand beside the serial.
  const isOneWord = part.split(/\s+/).filter((word) => /^\p{Lu}/u.test(word)).length === 1
  return isOneWord && isPartOfName(part) && !/\p{Lo}/u.test(part + words) ? at : null
}

function withFamilyName(cells: readonly string[], column: number, words: string, at: number): string[] {
  const part = cells[at] ?? ''
  const name = at < column ? `${part}, ${words}` : `${words}, ${part}`
  return cells.map((cell, index) => (index === at ? name : cell))
}

const isPartOfName = (text: string) =>
  text !== '' && !/[\d@:/\\]/.test(text) && text.split(/\s+/, MOST_WORDS).every((part) => OF_NAME.test(part))
