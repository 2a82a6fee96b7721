import { displaySerial, hasValidCheckCharacter, serialKey } from '@/lib/domain/certificate/serial'
import { isNumberList } from '@/lib/domain/typed/number-list'
import { plainCharacters } from '@/lib/domain/typed/plain-characters'

/** Four groups with the same mark between them that parts the items of lists and sentences, and stands in no serial. */
const GROUPS =
  /^[\s"'(]*([0-9A-Z]{4})([ ]?[,;:|+~*\u00B7\u2022][ ]?)([0-9A-Z]{4})\2([0-9A-Z]{4})\2([0-9A-Z]{4})[\s"').]*$/i

/** Of a line that is one serial, in characters. */
const LONGEST_LINE = 60

/**
 * The serial of ours that a text is, with other marks between its groups than dashes: as somebody wrote it down who heard it.
 * @param text in plain characters
 */
export function speltOut(text: string): string | null {
  const [, first, , ...others] = GROUPS.exec(text) ?? []
  if (first === undefined) return null
  const groups = [first, ...others]
  const written = groups.join('')
  if (!hasValidCheckCharacter(written) || isNumberList(groups.map((group) => group.toUpperCase()))) return null
  return displaySerial(serialKey(written))
}

/**
 * The serials of a text each line of which is one in that form, so that they are no rows of a table with four columns.
 * @returns null where a line is none
 */
export function speltLines(text: string): string[] | null {
  const serials: string[] = []
  for (let from = 0; from < text.length;) {
    const next = text.indexOf('\n', from)
    const end = next === -1 ? text.length : next
    const line = text.slice(from, end).trim()
    from = end + 1
    if (line === '') continue
    const serial = line.length > LONGEST_LINE ? null : speltOut(plainCharacters(line, LONGEST_LINE))
    if (serial === null) return null
    serials.push(serial)
  }
  return serials.length > 0 ? serials : null
}
