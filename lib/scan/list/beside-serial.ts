import { findMistypedSerials, findOwnSerials } from '@/lib/scan/typed/find-own-serials'
import { without } from '@/lib/scan/typed/found-serial'
import { withoutLabel } from '@/lib/scan/typed/labelled-serials'
import { plainCharacters } from '@/lib/scan/typed/plain-characters'

const LONGEST = 2000
/** The mark or number of a list's item, and what stands between a serial and the words beside it. */
const MARK = /^\s*(?:\(?\d{1,4}[.):]|[*\u2022\u00B7-])\s+/
const AROUND =
  /^[\s"'()[\]<>.,:;#|*\u00B7\u2018-\u201F\u00AB\u00BB-]+|[\s"'()[\]<>,:;#|*\u00B7\u2018-\u201F\u00AB\u00BB-]+$/gu
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
export function serialAndWords(cell: string): SerialAndWords | null {
  if (cell.length > LONGEST) return null
  const plain = plainCharacters(cell, LONGEST)
  const right = findOwnSerials(plain)
  const [found, ...others] = [...right, ...findMistypedSerials(without(plain, right))]
  // The same place may be found in two ways.
  if (!found || others.some(({ at }) => at !== found.at)) return null
  const before = withoutLabel(plain.slice(0, found.at).replace(MARK, '')).replace(AROUND, '')
  const words = [before, plain.slice(found.end).replace(AROUND, '')].filter((part) => /\p{L}/u.test(part))
  return { serial: found.serial, words: words.join(' … ') }
}

/** Whether words beside a serial can be the name of its holder: on one side of it, two at least where a script parts them. */
export function isNameBeside(words: string): boolean {
  const parts = words.split(/\s+/)
  const isParted = parts.length > 1 || /[^\u0000-\u024F]/.test(words)
  return isParted && parts.length <= MOST_WORDS && !/[\d@:/\\]/.test(words) && parts.every((part) => OF_NAME.test(part))
}
