import { judgeAddress, type OwnOrigins } from './judge-address'
import { bareSerial, looksLikeSerial } from './scan-serial'
import type { ScanVerdict, TextReason } from './scan-verdict'
import { visibleText } from './visible-text'

/** The most bytes that a QR code can hold (ISO/IEC 18004: version 40, level L). */
const MOST_BYTES = 2953
const LONGEST_SHOWN = 3000

/** What texts begin with that phones act on; the first that fits counts. */
const KINDS: readonly (readonly [RegExp, TextReason])[] = [
  [/^(?:begin:vcard|mecard:|bizcard:|mailto:|tel:|sms:|smsto:|mmsto:|matmsg:|facetime:|skype:|whatsapp:)/i, 'contact'],
  [/^wifi:/i, 'wifi'],
  [/^(?:https?|ftp|wss?):/i, 'broken_address'],
  [/^[a-z][a-z0-9+.-]*:\S/i, 'program'],
]

/**
 * Decides what the text of a code leads to. A verdict comes only of a serial alone, or of the address that this
 * service itself writes, and only the serial is taken out of it; everything else stops, with the reason.
 * @param text as the code holds it, which anybody may have made
 * @param origins of this service, such as `https://verify.example.org`: the present one, then those that it had before
 */
export function judgeScan(text: string, origins: OwnOrigins): ScanVerdict {
  if (new TextEncoder().encode(text).length > MOST_BYTES) return asText(text, 'too_long')
  const trimmed = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  if (trimmed === '') return asText(text, 'empty')
  const serial = bareSerial(trimmed)
  if (serial !== null) return { kind: 'verify', serial, path: pathOf(serial) }
  if (looksLikeSerial(trimmed)) return asText(trimmed, 'disguised_serial')
  // A parser of addresses leaves tabs and line ends out, and so does whoever opens one.
  const joined = trimmed.replace(/[\t\r\n]/g, '')
  const judged = judgeAddress(trimmed, joined, origins)
  if (judged?.kind === 'ours') return { kind: 'verify', serial: judged.serial, path: pathOf(judged.serial) }
  if (judged) return judged
  const kind = KINDS.find(([beginning]) => beginning.test(joined))?.[1] ?? 'plain'
  return asText(trimmed, kind)
}

function asText(text: string, reason: TextReason): ScanVerdict {
  return { kind: 'text', text: visibleText(text, { lines: true, longest: LONGEST_SHOWN }), reason }
}

function pathOf(serial: string): string {
  return `/verify/${encodeURIComponent(serial)}`
}
