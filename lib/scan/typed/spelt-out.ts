import { displaySerial, hasValidCheckCharacter, serialKey } from '@/lib/domain/certificate/serial'

/** Four groups with the same mark between them that parts the items of lists and sentences, and stands in no serial. */
const GROUPS =
  /^[\s"'(]*([0-9A-Z]{4})([ ]?[,;:|+~*\u00B7\u2022][ ]?)([0-9A-Z]{4})\2([0-9A-Z]{4})\2([0-9A-Z]{4})[\s"').]*$/i

/**
 * The serial of ours that a text is, with other marks between its groups than dashes: as somebody wrote it down who heard it. Four numbers
 * of one pattern are a list of somebody's own: `A101, A102, A103, A104`.
 * @param text in plain characters
 */
export function speltOut(text: string): string | null {
  const [, first, , ...others] = GROUPS.exec(text) ?? []
  if (first === undefined) return null
  const groups = [first, ...others]
  const patterns = new Set(groups.map((group) => group.replace(/\d/g, '9').replace(/[a-z]/gi, 'A')))
  const written = groups.join('')
  return patterns.size > 1 && hasValidCheckCharacter(written) ? displaySerial(serialKey(written)) : null
}
