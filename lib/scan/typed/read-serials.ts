import { couldBeSerial, hasValidCheckCharacter, partedSerial, serialKey } from '@/lib/domain/certificate/serial'
import { isSerialLike, MOST_LISTED, readRecords, readSerialList } from '@/lib/domain/issue/read-serial-list'
import { serialInside } from '@/lib/domain/typed/serial-inside'
import { distinctSerials } from './distinct-serials'
import { jsonTable } from './json-table'
import { listInLine } from './list-in-line'
import { listText } from './list-text'
import { serialsInText, sureSerials } from './read-typed-text'
import { wordsOfSavedMail } from './saved-mail'
import { serialsInParts } from './serials-in-parts'
import { speltLines } from './spelt-out'
import { holdsApiKey, withoutApiKeys } from './without-api-keys'

/** As much as is read of a form, in characters: a table of more rows than may be asked for at a time, or a long mail. */
export const LONGEST_LIST = 30_000

/**
 * The serials of a list, a table or any other text: of a table the column whose head is `serial`, else the first one
 * where it holds serials, and what can only be a serial of ours in any other column; of any other text, and of a saved mail, what
 * `readTypedText` finds. A cell of a list that holds no serial stays as it is, so that nobody misses its row.
 * @param given in which API keys are passed over
 * @param origins of this service, the present one first
 * @param most that are wanted: nothing is read once there is one more
 * @returns each once by the matching rule
 */
export function readSerials(given: string, origins: readonly [string, ...string[]], most = MOST_LISTED): string[] {
  const mail = wordsOfSavedMail(given)
  if (mail !== null) return serialsInParts(withoutApiKeys(mail), origins, most)
  const text = listText(jsonTable(given) ?? given)
  const spelt = speltLines(text)
  if (spelt !== null) return [...new Set(spelt)]
  const inLine = listInLine(text)
  const { serials: cells, headed } = inLine ? { serials: inLine, headed: false } : readSerialList(text)
  const plain = cells.filter(isSerialLike)
  const isText = !headed && (cells.length === 0 || 2 * plain.length < cells.length)
  const found = isText ? serialsInParts(text, origins, most) : []
  if (found.length > 0) return found
  // To read the one cell of a text once more would only take as long again.
  if (isText && cells.length === 1) return cells.filter((cell) => !holdsApiKey(cell))
  const [beside, ...others] = headed || inLine ? [] : columnsOfOurs(text)
  if (beside !== undefined && others.length === 0 && !cells.some(hasValidCheckCharacter))
    return distinctSerials(ofColumn(beside, origins, most))
  const serials = ofColumn(cells, origins, most)
  // Without a head nobody said that one column counts alone: `A, B and C`, or two on each line.
  const isWhole = headed || serials.length > most
  const further = isWhole ? [] : serialsInParts(text, origins, most, ownSerials)
  if (further.length === 0) return distinctSerials(serials)
  const inside = new Set(serials.map(serialInside))
  const own = further.filter((serial) => !inside.has(serial))
  // What stands beside serials of ours may be the numbers of passports.
  if (2 * own.length >= cells.length && !serials.some(hasValidCheckCharacter)) return own
  return distinctSerials([...serials, ...own])
}

/** Those of ours in a text, also with points between their groups. */
const ownSerials = (text: string, origins: readonly [string, ...string[]]) =>
  sureSerials(text, origins, (serial) => hasValidCheckCharacter(serial) || partedSerial(serial) !== null)

/**
 * The columns behind the first of which most cells are serials, and one at least of ours: what stands before those may be the numbers of
 * passports.
 */
function columnsOfOurs(text: string): string[][] {
  const records: string[][] = []
  for (const record of readRecords(text)) if (records.push(record) > MOST_LISTED) break
  const width = Math.max(0, ...records.slice(0, 200).map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, at) => records.flatMap((cells) => cells[at]?.trim() || []))
  return columns.slice(1).flatMap((column) => {
    // The first may be a head.
    const cells = column.slice(isSerialLike(column[0] ?? '') ? 0 : 1)
    const isTheirs = 2 * cells.filter(isSerialLike).length > records.length - 1
    return isTheirs && cells.some(hasValidCheckCharacter) ? [cells] : []
  })
}

function ofColumn(cells: readonly string[], origins: readonly [string, ...string[]], most: number): string[] {
  const keys = new Set<string>()
  const found: string[] = []
  for (const cell of cells) {
    if (keys.size > most) break
    for (const serial of inCell(cell, origins)) {
      keys.add(serialKey(serial))
      found.push(serial)
    }
  }
  return found
}

function inCell(cell: string, origins: readonly [string, ...string[]]): string[] {
  const isSecret = holdsApiKey(cell)
  const found = serialsInText(cell, origins)
  const isOne = !isSecret && couldBeSerial(serialKey(cell)) && !/[\s:]/.test(cell)
  const isNamed = found.some((serial) => hasValidCheckCharacter(serial) && serialKey(serial) !== serialKey(cell))
  if (isOne && !isNamed) return [cell]
  return found.length > 0 || isSecret ? found : [cell]
}
