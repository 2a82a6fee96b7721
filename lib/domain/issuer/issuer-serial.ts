import { isOwnShape, serialKey } from '@/lib/domain/certificate/serial'

/** Words in the place of a serial in our addresses, which are therefore never serials (spec part 1). */
const RESERVED_WORDS: readonly string[] = ['verify', 'pdf', 'file', 'status', 'artifacts']

const RESERVED_KEYS: ReadonlySet<string> = new Set(RESERVED_WORDS.map(serialKey))
const GRAMMAR = /^[A-Za-z0-9](?:[-/._]?[A-Za-z0-9]){3,63}$/
const UUID_KEY = /^[0-9A-F]{32}$/

type IssuerSerialResult = { ok: true; serial: string } | { ok: false; reason: string }

function refuse(reason: string): IssuerSerialResult {
  return { ok: false, reason }
}

/**
 * Checks a serial that an issuer brings at import (spec part 2).
 * @param text the serial as written, spaces around it included if there are any
 * @returns the serial, unchanged, or a sentence that says why it cannot be one
 */
export function checkIssuerSerial(text: string): IssuerSerialResult {
  if (!GRAMMAR.test(text)) {
    return refuse(
      'serial must be 4 to 64 letters A-Z or digits, with single hyphens, slashes, dots or underscores between them',
    )
  }
  const segments = text.split('/')
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    return refuse('serial holds a path segment "." or ".."')
  }
  const reserved = segments.find((segment) => RESERVED_KEYS.has(serialKey(segment)))
  if (reserved !== undefined) return refuse(`serial holds the reserved word "${reserved}"`)
  const key = serialKey(text)
  // Hyphens are ignored in matching, so 32 hexadecimal digits are read as a certificate's id as soon as they are grouped.
  if (UUID_KEY.test(key)) return refuse('serial has the shape of a UUID, which names a certificate by its id')
  if (isOwnShape(key)) {
    return refuse("serial has the shape of the service's own serials (16 characters), which an issuer cannot bring")
  }
  return { ok: true, serial: text }
}
