import { type KeyObject, sign, verify } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { type KeySource, rootKey, rootPublicKey } from './key-source'
import { verifyKeyedMac } from './keyed-mac'

const SIGNATURE_BYTES = 64

/**
 * Vouches for a value with the root key: Ed25519 (RFC 8032) over the canonical JSON of label and value. Every process can
 * check it; only one with the key encryption key can make it.
 * @param label what the value is, with a version
 * @returns 86 characters of base64url
 */
export function vouch(keyEncryptionKey: Buffer, label: string, value: unknown): string {
  return signRow(rootKey(keyEncryptionKey).privateKey, label, value)
}

/** Signs a value with another key (Ed25519), as `vouch` does with the root key. */
export function signRow(privateKey: KeyObject, label: string, value: unknown): string {
  return encodeBase64url(sign(null, signedBytes(label, value), privateKey))
}

/** Whether `signRow` signed this value with the private half of this key. */
export function isSignedRow(publicKey: KeyObject, label: string, value: unknown, expected: string): boolean {
  const bytes = decodeBase64url(expected)
  return bytes?.length === SIGNATURE_BYTES && verify(null, signedBytes(label, value), publicKey, bytes)
}

/**
 * Whether `vouch` vouched for this value. The MACs of earlier versions (HMAC-SHA-256, 43 characters) are as good where the
 * key encryption key is; a signer replaces them when it starts.
 * @param expected base64url; null where there is none: then it is not good
 */
export function isVouched(source: KeySource, label: string, value: unknown, expected: string | null): boolean {
  const bytes = expected === null ? null : decodeBase64url(expected)
  if (bytes?.length === SIGNATURE_BYTES) return verify(null, signedBytes(label, value), rootPublicKey(source), bytes)
  return Buffer.isBuffer(source) && verifyKeyedMac(source, label, value, expected)
}

function signedBytes(label: string, value: unknown): Buffer {
  return Buffer.from(canonicalJson([label, value]), 'utf8')
}
