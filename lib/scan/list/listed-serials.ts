import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { distinctSerials } from '@/lib/scan/typed/distinct-serials'
import { readListRows } from './read-rows'
import type { Origins } from './serial-cells'

/**
 * What is looked up of a list where no script reads it: the serials of its rows as `readListRows` finds them, and in their order the words
 * of a row without one, so that nobody misses it. A number that is none of them, such as that of a passport, is passed over.
 * @param chosen the columns that somebody said count
 * @returns each once by the matching rule
 */
export function listedSerials(text: string, origins: Origins, chosen?: readonly number[]): string[] {
  return distinctSerials(
    readListRows(text, origins, chosen).flatMap(
      ({ serial, typed }) => serial ?? (isNumber(typed) ? [] : (typed ?? [])),
    ),
  )
}

const isNumber = (typed: string | null) => /\d/.test(typed ?? '') && unknownSerial(typed ?? '').kind !== 'nothing'
