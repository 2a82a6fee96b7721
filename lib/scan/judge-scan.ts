import { checkIssuerSerial } from '@/lib/domain/issuer-serial'
import { isOwnShape, serialKey } from '@/lib/domain/serial'

/** Why a code leads elsewhere; the sentence of each is `scan.reason.<reason>` in the catalogue. */
export type ElsewhereReason =
  | 'other_site'
  | 'look_alike'
  | 'user_info'
  | 'other_port'
  | 'other_scheme'
  | 'own_redirect'
  | 'own_other_page'
  | 'disguised_address'

/** Why a text leads nowhere; the sentence of each is `scan.reason.<reason>` in the catalogue. */
export type TextReason =
  'hidden_characters' | 'too_long' | 'program' | 'contact' | 'wifi' | 'message' | 'plain' | 'empty'

/** What the text of a code leads to. No variant but the first holds anything that may become a link. */
export type ScanVerdict =
  | { kind: 'verify'; serial: string; path: string }
  | { kind: 'elsewhere'; host: string; address: string; lookalike: boolean; reason: ElsewhereReason }
  | { kind: 'text'; text: string; reason: TextReason }

/**
 * Decides what the text of a code leads to.
 * @param text as the code holds it, which anybody may have made
 * @param options.origin of this service, such as `https://verify.example.org`
 */
export function judgeScan(text: string, { origin }: { origin: string }): ScanVerdict {
  const trimmed = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  const serial = bareSerial(trimmed)
  if (serial !== null) return verify(serial)
  if (!/^https?:/i.test(trimmed) || !URL.canParse(trimmed)) return { kind: 'text', text, reason: 'plain' }
  const url = new URL(trimmed)
  if (url.origin !== origin) {
    return { kind: 'elsewhere', host: url.host, address: trimmed, lookalike: false, reason: 'other_site' }
  }
  const named = /^\/verify\/([^/]+)\/?$/i.exec(url.pathname)?.[1]
  const ours = named === undefined ? null : bareSerial(decodeURIComponent(named))
  return ours === null
    ? { kind: 'elsewhere', host: url.host, address: trimmed, lookalike: false, reason: 'own_other_page' }
    : verify(ours)
}

function bareSerial(text: string): string | null {
  return isOwnShape(serialKey(text)) || checkIssuerSerial(text).ok ? text : null
}

function verify(serial: string): ScanVerdict {
  return { kind: 'verify', serial, path: `/verify/${encodeURIComponent(serial)}` }
}
