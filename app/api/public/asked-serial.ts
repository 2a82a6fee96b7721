import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { readTypedText } from '@/lib/scan/typed/read-typed-text'
import { ownOrigins } from '@/lib/service/operation/own-origins'

/** A longer text is no link of ours. */
const LONGEST_READ = 2000

/**
 * The serial that a program asks for: its text as it is where that can be one, else that of a link of ours, which is what a QR code
 * holds. Of other words nothing is picked: a program knows what it asks for.
 */
export function askedSerial(text: string): string {
  if (couldBeSerial(serialKey(text)) || text.length > LONGEST_READ || /\p{White_Space}/u.test(text.trim())) return text
  const typed = readTypedText(text, ownOrigins())
  return typed.kind === 'serial' ? typed.serial : text
}

/** The distinct serials of a request by the matching rule, in the order sent, each with the text that it was sent as first. */
export function askedSerials(texts: readonly string[]): Map<string, string> {
  const byKey = new Map<string, [string, string]>()
  for (const text of texts) {
    const serial = askedSerial(text)
    const key = serialKey(serial)
    if (!byKey.has(key)) byKey.set(key, [serial, text])
  }
  return new Map(byKey.values())
}
