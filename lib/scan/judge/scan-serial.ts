import { displaySerial, isOwnShape, serialKey } from '@/lib/domain/certificate/serial'
import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { holdsApiKey } from '@/lib/scan/typed/without-api-keys'
import { hasUnseen } from './visible-text'

/** The characters of a written serial: letters, digits, spaces and visible dashes, and an issuer's marks. */
const WRITTEN = /^[0-9A-Za-z][0-9A-Za-z \u2010-\u2015\u2212/._-]*$/
const OWN_LENGTH = 16
/** `www.example.org/42` has the grammar of an issuer's serial, but is an address. */
const HOST_LIKE = /^[^/]*[a-z-]\.[a-z]{2,}(?:\/|$)/i

/**
 * The serial that stands where one is expected, such as in our own address.
 * @returns the serial as we write it; null for everything else
 */
export function writtenSerial(text: string): string | null {
  if (!WRITTEN.test(text) || holdsApiKey(text)) return null
  const key = serialKey(text)
  if (isOwnShape(key)) return displaySerial(key)
  return isIssuerSerial(text) ? text : null
}

/**
 * The serial that a code holds alone. Words, web addresses and the like have the grammar of issuers' serials too: one
 * that is not of our own shape must have a digit and must not read as a host name.
 */
export function bareSerial(text: string): string | null {
  const serial = writtenSerial(text)
  if (serial === null || isOwnShape(serialKey(serial))) return serial
  return /\d/.test(serial) && !HOST_LIKE.test(serial) ? serial : null
}

/** Whether a text would be a serial of ours if what is hidden were left out and wide letters made narrow. */
export function looksLikeSerial(text: string): boolean {
  const seen = Array.from(text.normalize('NFKC')).filter((character) => !hasUnseen(character))
  const key = serialKey(seen.join(''))
  return key.length === OWN_LENGTH && isOwnShape(key)
}
