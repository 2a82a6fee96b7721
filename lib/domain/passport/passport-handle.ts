import { encodeBase32 } from '@/lib/crypto/encoding/base32'

/** 128 bits are 26 characters of five bits, of which the last carries three. */
const HANDLE = /^[a-z2-7]{25}[aeimquy4]$/

/**
 * A passport's handle: random and in one case, without 0 and 1, so that none can be chosen to look like another's.
 * @param random 16 random bytes
 */
export function passportHandle(random: Uint8Array): string {
  if (random.length !== 16) throw new Error('a handle is made of 128 bits')
  return encodeBase32(random).toLowerCase()
}

/** Whether a text could be a handle at all; anything else names no passport. */
export function isPassportHandle(text: string): boolean {
  return HANDLE.test(text)
}

/**
 * The handle in what a person typed or pasted: the handle itself, or the public link of a passport.
 * @param baseUrl origin of the service
 * @returns null when it is neither
 */
export function readPassportHandle(typed: string, baseUrl: string): string | null {
  const text = typed.trim()
  const prefix = `${baseUrl}/passport/`
  const handle = (text.startsWith(prefix) ? text.slice(prefix.length) : text).toLowerCase()
  return isPassportHandle(handle) ? handle : null
}
