import fc from 'fast-check'
import { displaySerial, hasValidCheckCharacter } from '@/lib/domain/certificate/serial'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Serials of the service's own form with a right check character, of some of its letters alone: those without a digit, too. */
export function ownSerialOf(letters: string): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...letters), { minLength: 15, maxLength: 15 })
    .map((fifteen) => [...ALPHABET].map((last) => fifteen.join('') + last).find(hasValidCheckCharacter) ?? '')
    .map(displaySerial)
}
