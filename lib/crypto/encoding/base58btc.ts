import { base58 } from '@scure/base'

/**
 * The longest text that is decoded, since the time grows with the square of the length. No key and no signature is this
 * long.
 */
const LONGEST = 256

/** Base58 in Bitcoin's alphabet (the `z` of multibase, Controlled Identifiers 1.0 section 2.4): for keys and signatures. */
export const encodeBase58btc = (bytes: Uint8Array): string => base58.encode(bytes)

/**
 * Inverse of `encodeBase58btc`.
 * @returns null when the text holds a character outside the alphabet or is longer than 256 characters
 */
export function decodeBase58btc(text: string): Buffer | null {
  if (text.length > LONGEST) return null
  try {
    return Buffer.from(base58.decode(text))
  } catch {
    return null
  }
}
