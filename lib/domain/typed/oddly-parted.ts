import { displaySerial, hasValidCheckCharacter, serialKey } from '@/lib/domain/certificate/serial'
import type { FoundSerial } from './found-serial'
import { isNumberList } from './number-list'

const MIXED = /\d[A-Z]|[A-Z]\d/i
/** Cheap to find: a group, and a mark behind it that no serial has. */
const MAY_BE_PARTED = /[0-9A-Z]{4} ?[^0-9A-Z\s,;|-]/i
/** Four groups with the same between them, whatever it is: other marks, or a dash as programs encode it that are not known here. */
const GROUPS =
  /(?<![0-9A-Z])([0-9A-Z]{4})( ?[^0-9A-Z\s,;|][^\n\t;|]{0,39}?)([0-9A-Z]{4})\2([0-9A-Z]{4})\2([0-9A-Z]{4})(?![0-9A-Z])/gi
/** One character after another. */
const SPACED = /(?<![0-9A-Z])[0-9A-Z](?:[ -]{1,3}[0-9A-Z]){15}(?![0-9A-Z]|[ -]{1,3}[0-9A-Z](?![0-9A-Z]))/gi
/** What other readers know, and tell from the numbers of issuers. */
const KNOWN = /^(?:[./_]|[ ]?-[ ]?)$/

/**
 * Finds serials of ours, rightly checked, in whose groups letters and digits are mixed, with anything else between them than what serials have:
 * `7K3M*9QXT*2VBD*8RWN`, `7K3M\0559QXT…`. One that is left out would pass unnoticed beside the verdict about another.
 * @param isBeside there is another: alone, what looks like a list of somebody's own numbers is rather that
 */
export function findOddlyParted(text: string, isBeside: boolean): FoundSerial[] {
  return [...findGroups(text, isBeside), ...findSpaced(text)]
}

function findSpaced(text: string): FoundSerial[] {
  return [...text.matchAll(SPACED)].flatMap(({ index: at, 0: written }) => {
    const own = written.replace(/[ -]/g, '')
    const isMeant = MIXED.test(own) && hasValidCheckCharacter(own)
    return isMeant ? [{ at, end: at + written.length, serial: displaySerial(serialKey(own)) }] : []
  })
}

function findGroups(text: string, isBeside: boolean): FoundSerial[] {
  if (!MAY_BE_PARTED.test(text)) return []
  return [...text.matchAll(GROUPS)].flatMap(({ index: at, 0: written, 1: first = '', 2: mark = '', ...found }) => {
    const groups = [first, found[3], found[4], found[5]].map((group) => (group ?? '').toUpperCase())
    const end = at + written.length
    // The address of a network, and the like, has more of them.
    const isLonger = text.slice(Math.max(at - mark.length, 0), at) === mark || text.startsWith(mark, end)
    const own = groups.join('')
    const isMeant = !KNOWN.test(mark) && !isLonger && MIXED.test(own) && (isBeside || !isNumberList(groups))
    return isMeant && hasValidCheckCharacter(own) ? [{ at, end, serial: displaySerial(serialKey(own)) }] : []
  })
}
