import { serialKey } from '@/lib/domain/certificate/serial'
import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { readTypedText, type TypedText } from './read-typed-text'

/**
 * What leads on from the field for a serial. A number that an issuer may have brought goes on whole, also where a serial of ours could
 * stand in it, as in one of 32 such numbers by chance (`A/2026-0001-2345-6786`): its page asks for the whole first, and then for
 * what stands in it, as in `certificate-7K3M-9QXT-2VBD-8RWN.pdf`.
 */
export function readSerialField(text: string, origins: readonly [string, ...string[]]): TypedText {
  const read = readTypedText(text, origins)
  const whole = text.trim()
  const isLarger = read.kind === 'serial' && !read.elsewhere && serialKey(read.serial) !== serialKey(whole)
  return isLarger && isIssuerSerial(whole) ? { kind: 'serial', serial: whole } : read
}
