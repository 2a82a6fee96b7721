import { createHmac } from 'node:crypto'

/**
 * A hash that cannot be guessed at without the key: HMAC-SHA-256 (RFC 2104).
 * @param key 32 bytes
 * @param purpose what is hashed: equal texts of two purposes have unrelated hashes
 * @returns 64 lowercase hexadecimal digits
 */
export function keyedHash(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${text}`, 'utf8').digest('hex')
}
