import { hasValidCheckCharacter } from '@/lib/domain/certificate/serial'
import { findOwnSerials } from '@/lib/domain/typed/find-own-serials'
import { type FoundSerial, type Span, without } from '@/lib/domain/typed/found-serial'
import { findMeantSerials } from '@/lib/domain/typed/serial-inside'
import { addressStart, closed, inMarksOfAddress } from '@/lib/scan/address/address-in-word'
import { acrossLines, goesOn, inGroups } from '@/lib/scan/address/address-over-lines'
import {
  addressInside,
  decodedOften,
  forwardedTo,
  isForwarder,
  isOwnHost,
  ownAddress,
  readAddress,
} from './own-address'

/** The addresses of a text. */
interface TakenAddresses {
  /** The text without them. */
  rest: string
  found: FoundSerial[]
  /** Serials in links of ours that stand whole in an address of another host, each with that address, as it is written. */
  wrapped: { found: FoundSerial; address: string }[]
  /** Certificates of ours that are named by their id. */
  ids: string[]
  /** Passports of ours, by their handles. */
  passports: string[]
  /** Addresses on other hosts, as they are written. */
  elsewhere: string[]
  /** Where these stand. */
  foreign: Span[]
}

/**
 * A word of a text: brackets, quotes and the marks of lists never belong to an address of ours, nor does where a link of Markdown leads that
 * shows one: `[ours](another)`.
 */
const WORD = /(?:(?!\]\()[^\s<>"«»,;|\u2018-\u201F\u3008-\u3011])+/g
const MOST_LINES = 4
/** Whom a text leads to is judged of so many addresses. */
const MOST_ELSEWHERE = 50
/** So many that are not ours are read: behind them only what names a host of ours is, since to read one takes long. */
const MOST_OTHERS = 100
/** Of an address so much is looked at for a serial in an odd spelling, which takes longer. */
const LONGEST_ODD = 2000
const MAIL = /^(?:mailto:|[^/?#@]*@[^/?#]*$)/i
/** A serial of our own form whose groups a blank parts: a line that was broken in a PDF is copied so, and some write them so. */
const GROUPS = /\/[0-9a-z]{4}-?(?:[- ]?[0-9a-z]{4}-?){0,2} [0-9a-z]{4}(?:-[0-9a-z]{4}){0,2}-?$/i

/**
 * Takes the addresses out of a text, so that nothing inside of one is read as a serial but where it is ours. One that
 * was broken over lines is put together again where that makes it ours.
 * @param text in plain characters
 * @param origins of this service, now and before
 */
export function takeAddresses(text: string, origins: readonly string[]): TakenAddresses {
  const found: FoundSerial[] = []
  const wrapped: TakenAddresses['wrapped'] = []
  const ids: string[] = []
  const passports: string[] = []
  const elsewhere: string[] = []
  const [spans, foreign]: [Span[], Span[]] = [[], []]
  let others = 0
  const hosts = origins.map((origin) => new URL(origin).host)
  const words = [...text.matchAll(WORD)].map((match) => ({ at: match.index, text: match[0] }))
  for (let index = 0; index < words.length; index += 1) {
    const { at, text: written } = words[index] as Word
    const word = { at, text: inMarksOfAddress(written) }
    const start = addressStart(word.text, hosts)
    if (start === null) {
      const broken = lineBefore(text, words, index, hosts) ?? inGroups(text, word, hosts)
      if (broken !== null && elsewhere.length < MOST_ELSEWHERE) elsewhere.push(broken)
      continue
    }
    const isRead = others < MOST_OTHERS || hosts.some((host) => word.text.toLowerCase().includes(host))
    const read = isRead ? readWords(text, words, index, word, start, hosts) : unread(word, start)
    const span = { at: word.at + start, end: read.end }
    spans.push(span)
    index += read.words - 1
    if (read.kind === 'serial')
      for (const serial of [read.value, ...(read.others ?? [])]) found.push({ ...span, serial })
    else if (read.kind === 'id') ids.push(read.value)
    else if (read.kind === 'passport') passports.push(read.value)
    else others += 1
    if (read.kind === 'wrapped' && wrapped.length < MOST_ELSEWHERE)
      wrapped.push({ found: { ...span, serial: read.value }, address: text.slice(span.at, span.end) })
    if (read.kind === 'elsewhere') foreign.push(span)
    if (read.kind === 'elsewhere' && elsewhere.length < MOST_ELSEWHERE)
      elsewhere.push(isVerification(read.value) ? read.value : (goesOn(text, span.at) ?? read.value))
  }
  return { rest: without(text, spans), found, wrapped, ids, passports, elsewhere, foreign }
}

interface Word {
  at: number
  text: string
}

/** What a text that begins like an address is; `words` and `end` say how much of the text it takes. */
interface ReadWords {
  /** `wrapped`: a serial in a link of ours inside of an address of another host. */
  kind: 'serial' | 'wrapped' | 'id' | 'passport' | 'elsewhere' | 'nothing'
  value: string
  /** Serials that a link of ours names besides. */
  others?: string[]
  words: number
  end: number
}

function readWords(
  text: string,
  words: readonly Word[],
  index: number,
  word: Word,
  start: number,
  hosts: readonly string[],
): ReadWords {
  const alone = closed(word.text.slice(start))
  let best = readOne(alone, word, 1, word.at + start + alone.length, hosts)
  let joined = word.text.slice(start)
  let isLines = true
  for (let count = 1; count <= MOST_LINES && !isOwnForm(best) && mayBecomeOurs(joined, hosts); count += 1) {
    const [last, next] = [words[index + count - 1], words[index + count]]
    if (!last || !next) break
    const between = text.slice(last.at + last.text.length, next.at).slice(0, 40)
    const isLine = /^[ \t]*\n[ \t]*$/.test(between)
    isLines &&= isLine
    if (!isLine && !(/^[ \t]{1,3}$/.test(between) && GROUPS.test(`${joined} ${closed(next.text)}`))) break
    const broken = isLine && /[-/%=_.]$/.test(joined)
    joined += next.text
    const longer = readOne(closed(joined), word, count + 1, next.at + closed(next.text).length, hosts)
    // Behind a blank only what is rightly checked belongs to it: numbers may follow that of another issuer.
    const isOwn = isOwnForm(longer) && (isLines || longer.kind === 'id' || hasValidCheckCharacter(longer.value))
    if (isOwn || (broken && longer.kind === 'serial')) best = longer
  }
  return best
}

/** An address that begins at the end of the line before. */
function lineBefore(text: string, words: readonly Word[], index: number, hosts: readonly string[]): string | null {
  const [before, word] = [words[index - 1], words[index]]
  if (!before || !word) return null
  return acrossLines(before.text, text.slice(before.at + before.text.length, word.at).slice(0, 40), word.text, hosts)
}

/** Whether an address on another host is one that a certificate would be verified at: a text is full of others. */
export function isVerification(address: string): boolean {
  const plain = decodedOften(address)
  if (/\/verif(?:y|ication)\b/i.test(plain) || findOwnSerials(plain).length > 0) return true
  return findMeantSerials(plain.slice(0, LONGEST_ODD), true).length > 0
}

function unread(word: Word, start: number): ReadWords {
  return { kind: 'nothing', value: '', words: 1, end: word.at + start + closed(word.text.slice(start)).length }
}

/** Of all addresses, only what is ours already, leads on, or begins as ours does is worth putting together. */
function mayBecomeOurs(begun: string, hosts: readonly string[]): boolean {
  const lower = begun.toLowerCase().replace(/^[a-z][a-z0-9+.-]*:\/*/, '')
  const host = lower.split('/', 1)[0] ?? ''
  return isForwarder(host) || hosts.some((own) => own.startsWith(host))
}

const isOwnForm = ({ kind, value }: ReadWords) => kind === 'id' || (kind === 'serial' && /^.{4}(-.{4}){3}$/.test(value))

function readOne(address: string, word: Word, words: number, end: number, hosts: readonly string[]): ReadWords {
  const url = readAddress(address)
  const target = url && forwardedTo(url)
  if (target && isOwnHost(target, hosts)) {
    const named = ownAddress(target)
    if (!named) return { kind: 'nothing', value: '', words, end }
    if ('id' in named) return { kind: 'id', value: named.id, words, end }
    if ('passport' in named) return { kind: 'passport', value: named.passport, words, end }
    return { kind: 'serial', value: named.serial, others: named.others ?? [], words, end }
  }
  const inside = target && addressInside(target, hosts)
  if (inside && 'serial' in inside) return { kind: 'wrapped', value: inside.serial, words, end }
  const isMail = MAIL.test(address)
  // Of a known program only where it leads to counts.
  const leadsTo = target && target !== url ? target.href : address
  return { kind: isMail ? 'nothing' : 'elsewhere', value: isMail ? '' : leadsTo, words, end }
}
