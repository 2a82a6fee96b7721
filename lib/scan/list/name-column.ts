import { isSerialHead, plainHead } from '@/lib/domain/issue/read-serial-list'
import { withoutMailAddress } from '@/lib/domain/text/without-mail-address'

const NAME_HEAD =
  /^(?:full ?name|name|candidate|applicant|employee|holder|recipient|nombre(?: completo| y apellidos)?|nom complet|nome(?: completo)?|vollst[äa]ndiger name|الاسم(?: الكامل)?|姓名|नाम|पूरा नाम)$/i
const GIVEN_HEAD = /^(?:first ?name|given ?names?|forename|vorname|pr[ée]nom|nombres?|primeiro nome)$/i
const FAMILY_HEAD =
  /^(?:last ?name|family ?name|surname|nachname|familienname|nom(?: de famille)?|apellidos?|sobrenome)$/i
/** The whole name, or one part of it where the other has a column of its own: Name and Vorname, Name and Surname. */
const EITHER_HEAD = /^(?:name|nome)$/i

/** Whether a cell is the head of a column of names, or of a part of them. */
export const isNameHead = (cell: string): boolean =>
  isHeadOfBoth(cell) || [NAME_HEAD, GIVEN_HEAD, FAMILY_HEAD].some((head) => head.test(plainHead(cell)))

/** Both parts of a name in one column: `Nachname, Vorname`. */
function isHeadOfBoth(cell: string): boolean {
  const [one = '', other = '', ...more] = plainHead(cell).split(/ ?[,/&+] ?/)
  const isFamily = (head: string) => EITHER_HEAD.test(head) || FAMILY_HEAD.test(head)
  const are = (family: string, given: string) => isFamily(family) && GIVEN_HEAD.test(given)
  return more.length === 0 && (are(one, other) || are(other, one))
}

/** The name that a row expects, and the cells beside it of which one may be its other part: nobody said which column is what. */
interface ReadName {
  name: string | null
  parts: readonly string[]
}

type NameReader = (cells: readonly string[]) => ReadName

/** The columns of a list that may hold its names. */
interface NameColumns {
  /** Reads the names that somebody said, or else the likeliest. */
  read: NameReader
  /** Empty where a head says which they are. */
  options: readonly { head: string; read: NameReader }[]
  /** The place among them of the likeliest; -1 where there is none. */
  likeliest: number
  /** Whether somebody has to say which one it is: there are several, or it may as well hold courses or towns. */
  isInDoubt: boolean
}

const NOBODY: NameReader = () => ({ name: null, parts: [] })
/** Of a table of labels beside values: each row is of another kind. */
export const LABELS: NameColumns = { read: NOBODY, options: [], likeliest: -1, isInDoubt: false }

/**
 * Finds where the names of a list stand: in columns that are called so, else in those that look like it.
 * @param head empty where the list has none
 * @param serial the column of serials, which holds no name
 * @param wholes columns with all that stands on one side of the serials
 * @param isSlipped whether cells of a column may be of another one
 */
export function nameColumns(
  head: readonly string[],
  rows: readonly string[][],
  serial: number,
  wholes: readonly number[] = [],
  isSlipped: (column: number) => boolean = () => false,
): NameColumns {
  const called = calledNames(head, serial)
  const labels = head.length === 2 && called !== null ? 1 - serial : -1
  // `Name | Ana Li` above `Certificate | 7K3M-…`: in each row a word says what stands beside it.
  if (labels !== -1 && rows.some((row) => isNameHead(row[labels] ?? ''))) return LABELS
  const isLabel = labels !== -1 && !isSerialHead(head[serial] ?? '') && isLikeName(head[serial] ?? '', false)
  if (called) {
    const options = isLabel ? [{ head: head[labels] ?? '', read: called }] : []
    return { read: called, options, likeliest: options.length - 1, isInDoubt: isLabel }
  }
  const looked = rows.slice(0, 200)
  const width = Math.max(0, ...looked.map(({ length }) => length))
  const others = Array.from({ length: width }, (_, column) => column).filter((column) => column !== serial)
  const single = others.length === 1
  const scores = others.map((column) => ({ column, score: likeness(looked, column, single) }))
  const likely = scores.filter(({ score }) => score > 0)
  const best = Math.max(0, ...likely.map(({ score }) => score))
  // A whole name beside another one is no part of that.
  const isInParts = likely.some(({ column }) => looked.some((row) => isPart(row[column] ?? '')))
  const noParts = new Set([serial, ...wholes, ...(isInParts ? [] : likely.map(({ column }) => column))])
  const options = likely.map(({ column }) => ({ head: head[column] ?? '', read: readerOf(column, noParts) }))
  if (options.length === 0 && head.length === 0) options.push(...inTwoParts(looked, others))
  const likeliest = likely.findIndex(({ score }) => score === best)
  const [one] = likely
  const isCertain =
    one !== undefined &&
    head.length === 0 &&
    !wholes.includes(one.column) &&
    !isSlipped(one.column) &&
    isOfNames(looked, one.column) &&
    // Of one row nobody can tell, where other words stand in it.
    (looked.length > 1 || others.every((at) => at === one.column || !isLikeName(looked[0]?.[at] ?? '', true)))
  const isInDoubt = options.length > 1 || (options.length === 1 && !isCertain)
  return { read: options[likeliest]?.read ?? NOBODY, options, likeliest, isInDoubt }
}

function calledNames(head: readonly string[], serial: number): NameReader | null {
  const at = (pattern: RegExp) => head.findIndex((cell, index) => index !== serial && pattern.test(plainHead(cell)))
  const [given, family, whole] = [at(GIVEN_HEAD), at(FAMILY_HEAD), at(NAME_HEAD)]
  const either = EITHER_HEAD.test(plainHead(head[whole] ?? '')) ? whole : -1
  const parts = given === -1 ? [either, family] : [given, family === -1 ? either : family]
  if (!parts.includes(-1)) return (cells) => ({ name: parts.flatMap((at) => cells[at] || []).join(' '), parts: [] })
  const both = head.findIndex((cell, index) => index !== serial && isHeadOfBoth(cell))
  const column = [whole, both].find((at) => at !== -1)
  return column === undefined ? null : (cells) => ({ name: nameIn(cells[column]), parts: [] })
}

/** A head between the rows is no name. */
const nameIn = (cell: string | undefined) => (cell === undefined || isSerialHead(cell) ? null : cell)

function readerOf(column: number, noParts: ReadonlySet<number>): NameReader {
  const beside = [column - 1, column + 1].filter((at) => !noParts.has(at))
  return (cells) => ({
    name: nameIn(cells[column]),
    parts: beside.flatMap((at) => (isLikeName(cells[at] ?? '', true) ? (cells[at] ?? []) : [])),
  })
}

/** Words without digits in most rows, and nearly each of them another one: not a course, nor a town, nor what each row is called. */
function likeness(rows: readonly string[][], column: number, single: boolean): number {
  if (rows.some((row) => isSerialHead(row[column] ?? '') || isNameHead(row[column] ?? ''))) return 0
  const filled = rows.flatMap((row) => withoutMailAddress(row[column] ?? '') || [])
  const cells = filled.filter((cell) => isLikeName(cell, single))
  const distinct = new Set(cells).size
  const isLikely = cells.length >= 0.6 * filled.length && filled.length >= 0.3 * rows.length
  return isLikely && distinct >= 0.7 * cells.length ? cells.length + distinct : 0
}

/** Of two columns with a word each, beside each other: the parts of a name, or none. */
function inTwoParts(rows: readonly string[][], others: readonly number[]): { head: string; read: NameReader }[] {
  const [one = 0, two = 0, ...more] = others.filter((column) => rows.some((cells) => cells[column]))
  if (more.length > 0 || two !== one + 1) return []
  const pairs = rows.flatMap((cells) => {
    const parts = [cells[one] ?? '', cells[two] ?? '']
    return parts.every((part) => isLikeName(part, true)) ? [parts] : []
  })
  const isName =
    pairs.length >= 0.6 * rows.length && [0, 1].every((at) => areMostlyDistinct(pairs.map((pair) => pair[at])))
  const read: NameReader = (cells) => ({ name: `${cells[one] ?? ''} ${cells[two] ?? ''}`.trim(), parts: [] })
  return isName ? [{ head: '', read }] : []
}

const areMostlyDistinct = (cells: readonly unknown[]) => new Set(cells).size >= 0.7 * cells.length

/** Whether a cell is the part of a name that stands beside the other one: a word alone, or `von Weber`. */
const isPart = (cell: string) => cell !== '' && (!isLikeName(cell, false) || /^\p{Ll}/u.test(cell))

/** Whether all that stands in a column is written like names. One word is as likely a town, a course or a remark. */
const isOfNames = (rows: readonly string[][], column: number): boolean =>
  rows.every((row) => {
    const cell = withoutMailAddress(row[column] ?? '')
    return cell === '' || (isLikeName(cell, false) && !/[;|&+]|(?:^|\s)\p{Ll}{4,}/u.test(cell))
  })

/** @param alone whether it is the only column beside the serials: then one word may be a name */
export const isLikeName = (cell: string, alone: boolean) =>
  /\p{L}/u.test(cell) &&
  !/[\d@:/\\]/.test(cell) &&
  cell.length <= 100 &&
  (alone || /\s/.test(cell) || /[^\u0000-\u024F]/.test(cell))
