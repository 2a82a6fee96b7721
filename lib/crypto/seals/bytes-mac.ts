import { createHmac, timingSafeEqual } from 'node:crypto'
import { type KeySource, keyFor } from './key-source'

const MAC_BYTES = 32

/**
 * Puts a MAC (HMAC-SHA-256, RFC 2104) before bytes that are kept in a place where others may write.
 * @param keyEncryptionKey 32 bytes; the MAC key is derived from it
 * @param label what the bytes are, with a version
 */
export function withMac(keyEncryptionKey: KeySource, label: string, bytes: Buffer): Buffer {
  return Buffer.concat([macOf(keyEncryptionKey, label, bytes), bytes])
}

/** What `withMac` was given; null when somebody else made or changed it. */
export function openMac(keyEncryptionKey: KeySource, label: string, sealed: Buffer): Buffer | null {
  if (sealed.length < MAC_BYTES) return null
  const bytes = sealed.subarray(MAC_BYTES)
  return timingSafeEqual(sealed.subarray(0, MAC_BYTES), macOf(keyEncryptionKey, label, bytes)) ? bytes : null
}

function macOf(keyEncryptionKey: KeySource, label: string, bytes: Buffer): Buffer {
  return createHmac('sha256', keyFor(keyEncryptionKey, label)).update(bytes).digest()
}
