import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { isSerialLike, readSerialList } from '@/lib/domain/issue/read-serial-list'
import { distinctSerials } from '@/lib/scan/typed/distinct-serials'
import { jsonTable } from '@/lib/scan/typed/json-table'
import { listText } from '@/lib/scan/typed/list-text'
import { wordsOfSavedMail } from '@/lib/scan/typed/saved-mail'
import { readListRows } from './read-rows'
import type { Origins } from './serial-cells'

/**
 * What is looked up of a list where no script reads it: the serials of its rows as `readListRows` finds them, and in their order the words
 * of a row without one, so that nobody misses it. A number that is none of them, such as that of a passport, is passed over, and so are
 * the words of a letter.
 * @param chosen the columns that somebody said count
 * @returns each once by the matching rule
 */
export function listedSerials(text: string, origins: Origins, chosen?: readonly number[]): string[] {
  const isRow = isLetter(text) ? () => false : (typed: string | null) => !isNumber(typed)
  return distinctSerials(
    readListRows(text, origins, chosen).flatMap(
      ({ serial, typed, elsewhere }) => serial ?? (elsewhere || isRow(typed) ? (typed ?? []) : []),
    ),
  )
}

/** Whether most lines are words, among which serials stand. */
function isLetter(text: string): boolean {
  if (wordsOfSavedMail(text) !== null) return true
  const { serials: cells, headed } = readSerialList(listText(jsonTable(text) ?? text))
  return !headed && 2 * cells.filter(isSerialLike).length < cells.length
}

const isNumber = (typed: string | null) => /\d/.test(typed ?? '') && unknownSerial(typed ?? '').kind !== 'nothing'
