import { textKind } from '@/lib/domain/certificate/file-kind'
import { couldBeSerial, hasValidCheckCharacter, serialKey } from '@/lib/domain/certificate/serial'
import { findMistypedSerials } from '@/lib/domain/typed/find-own-serials'
import { type FoundSerial, TAKEN, without } from '@/lib/domain/typed/found-serial'
import { findMeantSerials, serialInside } from '@/lib/domain/typed/serial-inside'
import { decodedText } from './decoded-text'
import { findLabelled, withoutLabel } from './labelled-serials'
import { isWhole, lineSerials } from './line-serial'
import { speltOut } from './spelt-out'
import { isVerification, takeAddresses } from './take-addresses'
import { plainWithoutApiKeys } from './without-api-keys'

/** The content of a text that somebody typed or pasted. */
export type TypedText =
  | { kind: 'empty' }
  /** `elsewhere` where links beside it would verify a certificate on other hosts. */
  | { kind: 'serial'; serial: string; elsewhere?: string[] }
  /** A link to a file of ours, which names its certificate by id. */
  | { kind: 'id'; id: string }
  | { kind: 'several'; serials: [string, string, ...string[]] }
  /** A link to a holder’s passport. */
  | { kind: 'passport'; handle: string }
  /** Links to other hosts, and nothing else of use; `judgeTypedLinks` says what they are. */
  | { kind: 'elsewhere'; addresses: string[] }
  /** The text of one, which another page takes. */
  | { kind: 'badge' | 'receipt' }
  /** Nothing in it can be a serial. */
  | { kind: 'nothing' }

/** What stands beside serials in a list: its marks and numbers, quotes and brackets. */
const NOTHING = /^(?:\d{1,3}[.)])?[\s"'()<>[\]*.\u2022\u00B7\u2018-\u201F«»-]*$/

/** What parts the items of a list. */
const PARTING = new RegExp(`[\\n\\t,;|${TAKEN}]`)

/** A longer text is read up to here. */
export const LONGEST_TYPED = 100_000

/**
 * Takes apart whatever somebody puts into the field for a serial (spec part 13, “The serial field”), so that
 * nothing but serials leaves the device: a serial in any spelling, a list of them, an address of ours, a whole mail. In
 * a longer text count our addresses, our own form, and what follows the word “serial”.
 * Total on any text, in time that grows with its length alone.
 * @param origins of this service: the present one first, then those that it had before
 */
export function readTypedText(text: string, origins: readonly [string, ...string[]]): TypedText {
  const plain = plainText(text)
  if (plain.trim() === '') return { kind: 'empty' }
  const document = documentKind(text.slice(0, LONGEST_TYPED).trim())
  // A short token could be read as an issuer's serial; JSON may name a certificate of ours, which is what is meant then.
  if (document !== null && !/^[[{]/.test(text.trim())) return { kind: document }
  const spelt = speltOut(plain)
  if (spelt !== null) return { kind: 'serial', serial: spelt }
  const inside = serialInside(plain)
  if (inside !== null) return { kind: 'serial', serial: couldBeSerial(serialKey(plain)) ? plain.trim() : inside }
  const { rest, found, wrapped, ids, passports, elsewhere } = takeAddresses(plain, origins)
  const others = elsewhere.length + wrapped.length === 0 ? listed(withoutPlace(rest, origins)) : null
  const serials = distinct([...found, ...wrapped.map((one) => one.found), ...(others ?? written(rest))])
  const [first, second, ...more] = serials
  if (first !== undefined && second !== undefined) return { kind: 'several', serials: [first, second, ...more] }
  // Whoever made an address that ours stands in could have put any serial there: it is never passed over in silence.
  const verifying = [...wrapped.map(({ address }) => address), ...elsewhere.filter(isVerification)]
  if (first !== undefined)
    return { kind: 'serial', serial: first, ...(verifying.length > 0 && { elsewhere: verifying }) }
  const [id] = ids
  if (id !== undefined) return { kind: 'id', id }
  const [handle] = passports
  if (handle !== undefined) return { kind: 'passport', handle }
  if (document !== null) return { kind: document }
  return elsewhere.length > 0 ? { kind: 'elsewhere', addresses: elsewhere } : { kind: 'nothing' }
}

/** A scheme in which a line ends, or a tab stands: browsers drop both. */
const BROKEN_SCHEME = /(?<![a-z])h[\t\n]?t[\t\n]?t[\t\n]?p[\t\n]?(?:s[\t\n]?)?:[\t\n]?\/[\t\n]?\/[\t\n]?/gi

const plainText = (text: string) =>
  plainWithoutApiKeys(decodedText(text.slice(0, LONGEST_TYPED)), LONGEST_TYPED, TAKEN).replace(
    BROKEN_SCHEME,
    (scheme) => scheme.replace(/[\t\n]/g, ''),
  )

/** All serials of a text, each once. */
export function serialsInText(text: string, origins: readonly [string, ...string[]]): string[] {
  const read = readTypedText(text, origins)
  return read.kind === 'several' ? read.serials : read.kind === 'serial' ? [read.serial] : []
}

/**
 * The serials of a text that can be nothing else, wherever they stand: in our addresses, and those of our own form that are rightly
 * checked.
 * @param isSure of a serial that stands in no address of ours
 */
export function sureSerials(
  text: string,
  origins: readonly [string, ...string[]],
  isSure: (serial: string) => boolean = hasValidCheckCharacter,
): string[] {
  const { rest, found, wrapped } = takeAddresses(plainText(text), origins)
  const beside = [...wrapped.map((one) => one.found), ...(listed(rest) ?? written(rest))]
  return distinct([...found, ...beside.filter(({ serial }) => isSure(serial))])
}

/** The links of a text that would verify certificates on other hosts, each once, with what is read of it at once. */
export function linksElsewhere(text: string, origins: readonly string[]): string[] {
  const { elsewhere } = takeAddresses(plainText(text), origins)
  return [...new Set(elsewhere.filter((address) => isVerification(address)))]
}

/** Whether a text is a signed token or JSON objects, and of what. A picture as text may hold links. */
function documentKind(text: string): 'badge' | 'receipt' | null {
  if (text.startsWith('<')) return null
  const kind = textKind(text)
  return kind === 'badge' || kind === 'receipt' ? kind : null
}

/** The serials of a text that holds nothing else; null where there are other words. */
function listed(rest: string): FoundSerial[] | null {
  const joined = rest.replace(/-[ \t]{0,4}\n[ \t]{0,4}(?=[0-9A-Za-z])/g, '-')
  const own = findMeantSerials(joined)
  const others = without(joined, own)
  const found = [...own]
  let at = 0
  const pieces = others.split(PARTING)
  const isOne = !others.includes(TAKEN) && pieces.filter((piece) => piece.trim() !== '').length === 1
  for (const piece of pieces) {
    const read = lineSerials(withoutLabel(piece), { alone: isOne })
    // Words beside what was found are no other serial: `Applicant 3`, a name.
    const isBeside = [others.charAt(at - 1), others.charAt(at + piece.length)].includes(TAKEN)
    const serials = isBeside && !read.every(isWhole) ? [] : read
    if (serials.length === 0 && !NOTHING.test(piece.trim())) return null
    for (const serial of serials) found.push({ at, end: at, serial })
    at += piece.length + 1
  }
  return found
}

/** Without what our PDFs say before a serial, in the words of their design: `Check at verify.example.org`. */
function withoutPlace(text: string, origins: readonly string[]): string {
  return origins.reduce((left, origin) => {
    const place = new RegExp(`^[^\\n\\d]{0,60}?${new URL(origin).host.replaceAll('.', '\\.')}(?=\\s|$)`, 'gim')
    return left.replace(place, (found) => ' '.repeat(found.length))
  }, text)
}

/** The serials of a longer text, and what is meant as one: left out, a wrong one would pass beside a right one. */
function written(rest: string): FoundSerial[] {
  const labelled = findLabelled(rest)
  const right = [...labelled, ...findMeantSerials(without(rest, labelled))]
  return [...right, ...findMistypedSerials(without(rest, right))]
}

function distinct(found: readonly FoundSerial[]): string[] {
  const inOrder = [...found].sort((one, other) => one.at - other.at)
  const byKey = new Map<string, string>()
  for (const { serial } of inOrder) if (!byKey.has(serialKey(serial))) byKey.set(serialKey(serial), serial)
  return [...byKey.values()]
}
