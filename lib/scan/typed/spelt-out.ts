import { displaySerial, hasValidCheckCharacter, serialKey } from '@/lib/domain/certificate/serial'

/** Four groups with the same mark between them that parts the items of lists and sentences, and stands in no serial. */
const GROUPS =
  /^[\s"'(]*([0-9A-Z]{4})([ ]?[,;:|+~*\u00B7\u2022][ ]?)([0-9A-Z]{4})\2([0-9A-Z]{4})\2([0-9A-Z]{4})[\s"').]*$/i

/** A running number, or a year: digits alone, or behind letters. */
const RUNNING = /^[A-Z]*[0-9]+$/

/**
 * The serial of ours that a text is, with other marks between its groups than dashes: as somebody wrote it down who heard it.
 * @param text in plain characters
 */
export function speltOut(text: string): string | null {
  const [, first, , ...others] = GROUPS.exec(text) ?? []
  if (first === undefined) return null
  const groups = [first, ...others]
  const written = groups.join('')
  if (!hasValidCheckCharacter(written) || isList(groups.map((group) => group.toUpperCase()))) return null
  return displaySerial(serialKey(written))
}

/**
 * Whether four groups rather are a list of somebody's own numbers: of one pattern, most of them running numbers, or two of them such as follow
 * one another. One list in 32 passes the check character: its numbers would go unchecked, and one that nobody wrote would be called false.
 * One serial in 34 looks like such a list, and is found once it is written with dashes.
 */
function isList(groups: readonly string[]): boolean {
  const distinct = (read: (group: string) => string) => new Set(groups.map(read)).size
  const pattern = (group: string) => group.replace(/[0-9]/g, '9').replace(/[A-Z]/g, 'A')
  return (
    distinct(pattern) === 1 ||
    groups.filter((group) => RUNNING.test(group)).length > 2 ||
    distinct((group) => group.slice(0, 2)) < groups.length ||
    // Letters alone say nothing by being the same but for their digits: they would have to be the same word.
    distinct((group) => group.replace(/[0-9]/g, '9')) < groups.length
  )
}
