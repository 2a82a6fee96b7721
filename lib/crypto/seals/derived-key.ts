import { hkdfSync } from 'node:crypto'

/**
 * Derives the key for one purpose from the key encryption key by HKDF-SHA-256 (RFC 5869), so that no key has two uses.
 * @param keyEncryptionKey exactly 32 bytes
 * @param label what the key is for, with a version; different labels give unrelated keys
 * @returns 32 bytes
 * @throws TypeError when the key encryption key is not 32 bytes
 */
export function derivedKey(keyEncryptionKey: Buffer, label: string): Buffer {
  if (keyEncryptionKey.length !== 32) throw new TypeError('the key encryption key is not 32 bytes')
  return Buffer.from(hkdfSync('sha256', keyEncryptionKey, Buffer.alloc(0), label, 32))
}
