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

/**
 * Finds where the names of a list stand: in columns that are called so, else in the one that looks like it.
 * @param head empty where the list has none
 * @param serial the column of serials, which holds no name
 */
export function nameReader(
  head: readonly string[],
  rows: readonly string[][],
  serial: number,
): (cells: readonly string[]) => ReadName {
  const at = (pattern: RegExp) => head.findIndex((cell, index) => index !== serial && pattern.test(plainHead(cell)))
  const [given, family, whole] = [at(GIVEN_HEAD), at(FAMILY_HEAD), at(NAME_HEAD)]
  const either = EITHER_HEAD.test(plainHead(head[whole] ?? '')) ? whole : -1
  const parts = given === -1 ? [either, family] : [given, family === -1 ? either : family]
  if (!parts.includes(-1)) return (cells) => ({ name: parts.flatMap((at) => cells[at] || []).join(' '), parts: [] })
  const both = head.findIndex((cell, index) => index !== serial && isHeadOfBoth(cell))
  const called = [whole, both].find((at) => at !== -1)
  const column = called ?? likeliestNames(rows, serial)
  // Where each row says what it is, the word before a serial is none.
  if (column === null) return () => ({ name: null, parts: [] })
  const beside = called === undefined ? [column - 1, column + 1].filter((at) => at !== serial) : []
  return (cells) => ({
    name: isSerialHead(cells[column] ?? '') ? null : (cells[column] ?? null),
    parts: beside.flatMap((at) => (isLikeName(cells[at] ?? '', true) ? (cells[at] ?? []) : [])),
  })
}

/** Words without digits in most rows, and nearly each of them another one: not a course, nor a town. */
function likeliestNames(rows: readonly string[][], serial: number): number | null {
  const looked = rows.slice(0, 200)
  const width = Math.max(0, ...looked.map(({ length }) => length))
  const scores = Array.from({ length: width }, (_, column) => {
    if (column === serial) return 0
    const cells = looked
      .map((row) => withoutMailAddress(row[column] ?? ''))
      .filter((cell) => isLikeName(cell, width === 2))
    const distinct = new Set(cells).size
    return cells.length >= 0.6 * looked.length && distinct >= 0.7 * cells.length ? cells.length + distinct : 0
  })
  const best = Math.max(0, ...scores)
  return best > 0 ? scores.indexOf(best) : null
}

/** @param alone whether it is the only column beside the serials: then one word may be a name */
const isLikeName = (cell: string, alone: boolean) =>
  /\p{L}/u.test(cell) &&
  !/[\d@:/\\]/.test(cell) &&
  cell.length <= 100 &&
  (alone || /\s/.test(cell) || /[^\u0000-\u024F]/.test(cell))
