import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { readTypedText } from '@/lib/scan/typed/read-typed-text'
import { ownOrigins } from '@/lib/service/operation/own-origins'

/** A longer text is no link of ours, with whatever a mail program adds to it. Reading takes a millisecond, and a batch has a hundred texts. */
const LONGEST_READ = 300
/** What stands in each of our addresses that names a certificate by its serial. */
const NAMING = /verify|credentials|certificates/i

/**
 * The serial that a program asks for: its text as it is where that can be one, else that of a link of ours, which is what a QR code
 * holds. Of other words nothing is picked: a program knows what it asks for.
 */
export function askedSerial(text: string): string {
  if (couldBeSerial(serialKey(text)) || !mayBeLink(text)) return text
  const typed = readTypedText(text, ownOrigins())
  return typed.kind === 'serial' && !typed.elsewhere ? typed.serial : text
}

function mayBeLink(text: string): boolean {
  return text.length <= LONGEST_READ && NAMING.test(text) && !/\p{White_Space}/u.test(text.trim())
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
