import { ServiceError } from '@/lib/errors'
import type { ErasableCertificate } from '@/lib/store/erasure/erase-rows'

/** The shortest words that are compared: shorter ones are in many a sentence. */
const SHORTEST = 3

/**
 * The reason of an erasure is kept: it must not bring back what is erased.
 * @throws ServiceError `malformed` when it holds a word of the name, the registration number, the address or the serial
 */
export function refuseNamingReason(reason: string, erased: readonly ErasableCertificate[]): void {
  const told = new Set(words(reason))
  const whole = fold(reason)
  const named = erased.some(
    ({ fullName, registrationNumber, email, serial }) =>
      words(fullName).some((word) => word.length >= SHORTEST && told.has(word)) ||
      [fullName, registrationNumber, email, serial].some((text) => text !== null && whole.includes(fold(text))),
  )
  if (!named) return
  throw new ServiceError(
    'malformed',
    'The reason is kept, so it must not name the person, a number, address or serial.',
  )
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function words(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
}
