import { isIdKey, isOwnShape, isReserved, serialKey } from '@/lib/domain/certificate/serial'

const GRAMMAR = /^[A-Za-z0-9](?:[-/._]?[A-Za-z0-9]){3,63}$/

type Problem = 'grammar' | 'dots' | 'reserved' | 'uuid' | 'own'

/** Apart from the rule, since a page needs only that. */
const REASONS: Record<Exclude<Problem, 'reserved'>, string> = {
  grammar:
    'serial must be 4 to 64 letters A-Z or digits, with single hyphens, slashes, dots or underscores between them',
  dots: 'serial holds a path segment "." or ".."',
  uuid: 'serial has the shape of a UUID, which names a certificate by its id',
  own: "serial has the shape of the service's own serials (16 characters), which an issuer cannot bring",
}

/** Whether an issuer may bring this text as a serial (spec part 2), as it is written. */
export function isIssuerSerial(text: string): boolean {
  return problemOf(text) === null
}

/**
 * Checks a serial that an issuer brings at import (spec part 2).
 * @param text the serial as written, spaces around it included if there are any
 * @returns the serial, unchanged, or a sentence that says why it cannot be one
 */
export function checkIssuerSerial(text: string): { ok: true; serial: string } | { ok: false; reason: string } {
  const problem = problemOf(text)
  if (problem === null) return { ok: true, serial: text }
  if (problem !== 'reserved') return { ok: false, reason: REASONS[problem] }
  return { ok: false, reason: `serial holds the reserved word "${text.split('/').find(isReserved)}"` }
}

function problemOf(text: string): Problem | null {
  if (!GRAMMAR.test(text)) return 'grammar'
  const segments = text.split('/')
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'dots'
  if (segments.some(isReserved)) return 'reserved'
  const key = serialKey(text)
  if (isIdKey(key)) return 'uuid'
  return isOwnShape(key) ? 'own' : null
}
