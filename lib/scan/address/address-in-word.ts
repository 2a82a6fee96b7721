import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { HOST_FIRST } from '@/lib/domain/typed/host-in-word'
import { isLinkAroundSerial } from '@/lib/domain/typed/serial-inside'

/**
 * A scheme that leads to a host; browsers need no slashes behind those that they know. One with three of them is a file of this device.
 */
const SCHEME = /(?<![a-z0-9])(?:https?|ftp|wss?):(?=\/*[^/\s])|[a-z][a-z0-9+.-]{1,20}:\/\/(?=[^/\s])/i
/** Also where a word lost the space before it. */
const WHOLE_SCHEME = /(?:https?|ftp|wss?):\/\/(?=\/*[^/\s])/i
/** Two slashes with a host behind: at the beginning of a word, of a value in it, or where a scheme lost its colon. */
const HOST_BEHIND = /(?:(?<![^=(["'{:&?])|(?<=https?))\/\/(?=[^/\s])/i
/** One that browsers do not know: an app's, or `hxxps`, which people write so that no program makes a link of it. */
const OF_PROGRAM = /^(?!(?:https?|ftp|wss?):)[a-z][a-z0-9+-]{1,20}:\/\//
const CLOSING = /[.,;:!?'")\]}>*_|\u2026\u060C\u3002]/

/** What browsers take for the marks of an address, or people for those that they see. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[\\\u2044\u2215\u29F8\u2571]/g, '/'],
  [/[\u2024\u3002\uFE52\uFF61]/g, '.'],
  [/[\u2236\uA789\uFE55]/g, ':'],
]

/** A file on a machine of the same network: `\\server\certificates`. */
const OF_NETWORK = /^\\\\[^\\/.:[\]?#]+\\/

/** A word as it would be read in an address: as long as before. */
export function inMarksOfAddress(word: string): string {
  if (OF_NETWORK.test(word)) return word
  return MARKS.reduce((read, [marks, plain]) => read.replace(marks, plain), word)
}

/**
 * Where an address begins in a word; null where there is none. A mail address is one that leads nowhere.
 * @param word with the marks of addresses
 */
export function addressStart(word: string, hosts: readonly string[] = []): number | null {
  const lower = word.toLowerCase()
  for (const scheme of [WHOLE_SCHEME, SCHEME]) {
    const at = word.search(scheme)
    if (at < 0) continue
    const behind = at + (OF_PROGRAM.exec(lower.slice(at))?.[0].length ?? 0)
    return hosts.some((host) => lower.startsWith(`${host}/`, behind)) ? behind : at
  }
  for (const host of hosts) {
    if (!lower.includes(host)) continue
    const at = lower.search(new RegExp(`(?<![a-z0-9.@-])${host.replaceAll('.', '\\.')}(?:/|\\?serials?=)`))
    if (at >= 0) return at
    // The place where it is checked, and its serial behind a mark.
    if (lower.startsWith(`${host}?`) || lower.startsWith(`${host}#`)) return null
  }
  const host = word.search(HOST_BEHIND)
  if (host >= 0) return host
  if (/^\(?www\./.test(lower) || word.includes('@')) return 0
  const whole = closed(word)
  return (isIssuerSerial(whole) ? isLinkAroundSerial(whole) : HOST_FIRST.test(whole)) ? 0 : null
}

/** Without the marks that close a sentence or a bracket. */
export function closed(address: string): string {
  let end = address.length
  while (end > 0 && CLOSING.test(address.charAt(end - 1))) end -= 1
  return address.slice(0, end)
}
