import { crc32 } from 'node:zlib'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 34
const CHECK_LENGTH = 6
const BODY = /^[0-9A-Za-z]{40}$/

/** CRC-32 (IEEE 802.3) of a text as six base62 characters; 62⁶ is more than 2³². */
function checkOf(text: string): string {
  let rest = crc32(text)
  let check = ''
  for (let i = 0; i < CHECK_LENGTH; i++) {
    check = BASE62.charAt(rest % 62) + check
    rest = Math.floor(rest / 62)
  }
  return check
}

/**
 * Makes an API key (spec part 10): `<prefix>_`, 34 random base62 characters (202 bits) and six that carry
 * a CRC-32 of everything before them, so that scanners and typing mistakes are caught without the database.
 * @param prefix the configured prefix, without its underscore
 * @param randomBytes gives that many bytes of a cryptographic random source; it is asked again as long as bytes are
 * needed, since those of 248 and more are thrown away to keep every character equally likely
 */
export function generateApiKey(prefix: string, randomBytes: (size: number) => Uint8Array): string {
  let secret = ''
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < 4 * 62 && secret.length < SECRET_LENGTH) secret += BASE62.charAt(byte % 62)
    }
  }
  const checked = `${prefix}_${secret}`
  return checked + checkOf(checked)
}

/**
 * Reads what was sent as an API key.
 * @param text the token, without `Bearer`
 * @param prefix the configured prefix
 * @returns the key when it is well-formed, check included, else null; only the database knows whether it exists
 */
export function parseApiKey(text: string, prefix: string): string | null {
  if (text.length !== prefix.length + 1 + SECRET_LENGTH + CHECK_LENGTH || !text.startsWith(`${prefix}_`)) return null
  if (!BODY.test(text.slice(prefix.length + 1))) return null
  return checkOf(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH) ? text : null
}

/** What is stored of a key: its SHA-256 in 64 lowercase hexadecimal digits (interface.md part 5). */
export function apiKeyHash(key: string): string {
  return sha256Hex(key)
}

/** The last four characters, by which a person tells keys apart; they belong to the check and give nothing away. */
export function lastFour(key: string): string {
  return key.slice(-4)
}
