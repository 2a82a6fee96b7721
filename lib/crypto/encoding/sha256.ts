import { hash } from 'node:crypto'

/**
 * SHA-256 (FIPS 180-4).
 * @param data bytes, or a string that is hashed as UTF-8
 * @returns the 32 byte digest
 */
export function sha256(data: Uint8Array | string): Buffer {
  return hash('sha256', data, 'buffer')
}

/**
 * SHA-256 as a fingerprint.
 * @param data bytes, or a string that is hashed as UTF-8
 * @returns 64 lowercase hexadecimal digits
 */
export function sha256Hex(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex')
}
