import { HOST_FIRST } from '@/lib/domain/typed/host-in-word'
import { findMeantSerials } from '@/lib/domain/typed/serial-inside'
import { addressStart, closed, inMarksOfAddress } from './address-in-word'

/** A word, and where it stands. */
interface Place {
  at: number
  text: string
}

/** How much is looked at of what stands beside an address, in characters. */
const LONGEST = 300
/** An address may be broken so often between its beginning and the serial in it. */
const MOST_BREAKS = 3
const RUN = /^[^\s<>"]*/
/** Browsers drop tabs and ends of lines out of an address, and encode a blank in it. */
const BREAK = /^(?:[ \t]{0,8}(?:\r?\n|\t)[ \t]{0,8}| (?=[^\s/]{1,60}\/))/
/** What may stand between an address that goes on and its serial: a break, a blank, or a tag, a bracket or a quote. */
const BESIDE = /^(?:[ \t]{0,8}(?:\r?\n|\t)[ \t]{0,8}| {1,3}|<\/?[a-z]{1,10}(?:\s[^<>\n]{0,60})?>|[<>"])/i
/** An address that ends so goes on. */
const OPEN = /[/=?#&%@-]$/
/** A piece of an address before the serial in it. */
const PIECE = /^[/?#&=%.:@]|[/?#=][^\s]*$/
/** What stands behind one of these is a value, which may be an address itself. */
const BEFORE_VALUE = /[=?#&%@-]$/
/** A mark that parts words in the place of a host: no host holds it. */
const ENDS_IN_HOST = /^(?:[a-z][a-z0-9+.-]*:)?\/*[^\s/?#,;|]*[,;|]/i

/**
 * An address of another host with the serial that stands behind it and belongs to it for a browser, which drops the ends of lines, or is
 * glued to it by a mark that parts words here. Whoever pastes it may mean the serial; the address is named all the same.
 * @param text in plain characters
 * @param from where the address begins in it
 * @returns null where no serial belongs to it
 */
export function goesOn(text: string, from: number): string | null {
  const [run = ''] = RUN.exec(inMarksOfAddress(text.slice(from, from + LONGEST))) ?? []
  if (ENDS_IN_HOST.test(run)) return null
  if (findMeantSerials(run, true).length > 0) return run
  let [address, at] = [run, from + run.length]
  for (let breaks = 0; breaks < MOST_BREAKS; breaks += 1) {
    const tail = text.slice(at, at + LONGEST)
    const [between = ''] = (OPEN.test(address) ? BESIDE : BREAK).exec(tail) ?? []
    const behind = inMarksOfAddress(tail.slice(between.length))
    const [next = ''] = RUN.exec(behind) ?? []
    if (between === '' || next === '') return null
    const serial = findMeantSerials(behind, true).find(({ at: begin }) => begin < next.length)
    if (!BEFORE_VALUE.test(address) && isOneOfItsOwn(next, serial?.at)) return null
    const isPart = OPEN.test(address) || PIECE.test(next.slice(0, serial?.at ?? next.length) || closed(next))
    if (serial) return isPart ? address + behind.slice(0, Math.max(next.length, serial.end)) : null
    if (!/[\n\t]/.test(between)) return null
    address += next
    at += between.length + next.length
    if (findMeantSerials(address, true).length > 0) return address
  }
  return null
}

/** Whether another address begins in a word, before its serial: a line above a link of ours may be a link to somebody's page. */
function isOneOfItsOwn(word: string, serial = word.length): boolean {
  const start = addressStart(word)
  return start !== null && start <= serial && !/[/?#=&%]/.test(word.slice(0, start))
}

/** Where one of two words ends that may be one address: the line, or a blank before the mark that begins a path. */
const PARTED = /^[ \t]{0,8}[\n\t][ \t]{0,8}$/
const BLANK = /^ {1,3}$/

/** A host with a path that ends within a serial, whose groups blanks part: `evil.test/7K3M 9QXT 2VBD 8RWN`. */
export function inGroups(text: string, { at, text: word }: Place, hosts: readonly string[]): string | null {
  if (!HOST_FIRST.test(closed(word)) || hosts.some((host) => word.toLowerCase().startsWith(host))) return null
  const tail = text.slice(at, at + LONGEST)
  const own = findMeantSerials(tail, true).find((one) => one.at > 0 && one.at < word.length)
  return own ? tail.slice(0, own.end) : null
}

/**
 * The address whose beginning stands at the end of the line before, which is none by itself: `evil.exa⏎mple/verify/7K3M-…`.
 * @param between what parts the two words
 */
export function acrossLines(before: string, between: string, word: string, hosts: readonly string[]): string | null {
  const mayBeOne = PARTED.test(between) ? /[/?#=\\]/.test(word) : BLANK.test(between) && /^[/?#.\\]/.test(word)
  if (!mayBeOne) return null
  if (hosts.some((host) => before.endsWith(host)) || addressStart(inMarksOfAddress(before), hosts) !== null) return null
  const joined = inMarksOfAddress(before.slice(-LONGEST) + word.slice(0, LONGEST))
  const isAddress = addressStart(joined) !== null && !joined.includes('@') && findMeantSerials(word, true).length > 0
  return isAddress ? joined : null
}
