import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { plainCharacters } from '@/lib/domain/typed/plain-characters'
import { isOwnLink } from '@/lib/scan/typed/own-address'
import { readTypedText } from '@/lib/scan/typed/read-typed-text'
import { ownOrigins } from '@/lib/service/operation/own-origins'

/** A longer text is no link of ours, with whatever a mail program adds to it. Reading takes a millisecond, and a batch has a hundred texts. */
const LONGEST_READ = 300
/** What stands around a link in a mail. */
const AROUND = /^[<("'[]{1,4}|[>)"'\].,;:!?]{1,4}$/g

/**
 * The serial that a program asks for: its text as it is where that can be one, else that of a link of ours, which is what a QR code
 * holds. Of other words nothing is picked: a program knows what it asks for.
 */
export function askedSerial(text: string): string {
  if (couldBeSerial(serialKey(text)) || text.length > LONGEST_READ || !isOurs(text)) return text
  const typed = readTypedText(text, ownOrigins())
  return typed.kind === 'serial' && !typed.elsewhere ? typed.serial : text
}

/** By its host: out of what is no link, or leads to another host in a form that is not known, a serial of ours could be picked as well. */
function isOurs(text: string): boolean {
  const link = plainCharacters(text, LONGEST_READ).trim().replace(AROUND, '')
  // Of two slashes beside each other one may be lost on the way.
  return isOwnLink(link.replace(/^(https?):\/(?!\/)/i, '$1://'), ownOrigins())
}

const read = new WeakMap<readonly string[], Map<string, string>>()

/**
 * The distinct serials of a request by the matching rule, in the order sent, each with the text that it was sent as first. Read once
 * for each request: its places are counted by them, and its answer is made of them.
 */
export function askedSerials(texts: readonly string[]): Map<string, string> {
  const known = read.get(texts)
  if (known) return known
  const byKey = new Map<string, [string, string]>()
  for (const text of texts) {
    const serial = askedSerial(text)
    const key = serialKey(serial)
    if (!byKey.has(key)) byKey.set(key, [serial, text])
  }
  const asked = new Map(byKey.values())
  read.set(texts, asked)
  return asked
}
