import { createHmac, timingSafeEqual } from 'node:crypto'
import { decodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { type KeySource, keyFor } from './key-source'

/** The keys of this process by what they were derived from: deriving a key costs more than the MAC it is for. */
const derived = new WeakMap<KeySource, Map<string, Buffer>>()

/**
 * Authenticates a value: HMAC-SHA-256 (RFC 2104) over its canonical JSON (RFC 8785).
 * @param keyEncryptionKey 32 bytes, never written to; the MAC key is derived from it
 * @param label what is authenticated, with a version: equal values under two labels have unrelated MACs
 * @returns 32 bytes
 */
export function keyedMac(keyEncryptionKey: KeySource, label: string, value: unknown): Buffer {
  return createHmac('sha256', keyOf(keyEncryptionKey, label)).update(canonicalJson(value)).digest()
}

/**
 * Checks a MAC in constant time.
 * @param expected base64url; null where there is none: then it is not good
 */
export function verifyKeyedMac(
  keyEncryptionKey: KeySource,
  label: string,
  value: unknown,
  expected: string | null,
): boolean {
  const bytes = expected === null ? null : decodeBase64url(expected)
  const actual = keyedMac(keyEncryptionKey, label, value)
  return bytes !== null && bytes.length === actual.length && timingSafeEqual(bytes, actual)
}

function keyOf(keyEncryptionKey: KeySource, label: string): Buffer {
  const keys = derived.get(keyEncryptionKey) ?? new Map<string, Buffer>()
  const key = keys.get(label) ?? keyFor(keyEncryptionKey, label)
  derived.set(keyEncryptionKey, keys.set(label, key))
  return key
}
