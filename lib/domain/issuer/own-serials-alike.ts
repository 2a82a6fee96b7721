import { couldBeSerial, isOwnShape, missingCharacter } from '@/lib/domain/certificate/serial'

const OWN_LENGTH = 16
const OWN_LETTERS = /^[0-9A-HJKMNP-TV-Z]{15}$/

/**
 * The serials of the service that a serial of an issuer's own could be taken for: those that stand in it, whatever marks part their
 * characters, those that it is with one character too few or too many, and those that it is with the one letter U, which they never have. A
 * check character shows each of these mistakes, but for the one who meets a certificate where there should be none.
 * @param key as `serialKey` returns it
 * @returns keys, each rightly checked; whether certificates have them is for the caller to find out
 */
export function ownSerialsAlike(key: string): string[] {
  if (!couldBeSerial(key)) return []
  const plain = key.replace(/[./_]/g, '')
  const alike = new Set<string>()
  for (let at = 0; at + OWN_LENGTH <= plain.length; at += 1) alike.add(plain.slice(at, at + OWN_LENGTH))
  const filled = (fifteen: string, at: number) =>
    OWN_LETTERS.test(fifteen) && alike.add(fifteen.slice(0, at) + missingCharacter(fifteen, at) + fifteen.slice(at))
  const everyPlace = Array.from({ length: OWN_LENGTH + 1 }, (_, at) => at)
  if (plain.length === OWN_LENGTH - 1) everyPlace.slice(0, OWN_LENGTH).forEach((at) => filled(plain, at))
  if (plain.length === OWN_LENGTH + 1) everyPlace.forEach((at) => alike.add(plain.slice(0, at) + plain.slice(at + 1)))
  if (plain.length === OWN_LENGTH && plain.includes('U')) filled(plain.replace('U', ''), plain.indexOf('U'))
  // All of them are keys already: to match each anew would take most of the time of a long file.
  return [...alike].filter((one) => isOwnShape(one) && missingCharacter(one.slice(0, 15), 15) === one.charAt(15))
}
