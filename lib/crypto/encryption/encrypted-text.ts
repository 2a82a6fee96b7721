import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { type KeySource, keyFor } from '@/lib/crypto/seals/key-source'

/** The use of an encrypted text: its purpose, which selects the key, and its row, so that rows cannot be swapped. */
export interface TextBinding {
  /** A label with a version, such as `certificate-verification/mail/v1`. */
  purpose: string
  row: string
}

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text for storage under AES-256-GCM (NIST SP 800-38D) with a random 96-bit IV.
 * @param keyEncryptionKey 32 bytes; the encryption key is derived from it and the purpose
 * @returns `v1.<base64url of the IV>.<base64url of ciphertext and tag>`
 * @throws TypeError when the key encryption key is not 32 bytes
 */
export function encryptText(text: string, keyEncryptionKey: KeySource, binding: TextBinding): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(keyEncryptionKey, binding.purpose), iv)
  cipher.setAAD(associatedData(binding))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${encodeBase64url(iv)}.${encodeBase64url(encrypted)}`
}

/**
 * Decrypts what `encryptText` made.
 * @returns null when it is malformed or changed, or was encrypted for another row or purpose or under another key
 * @throws TypeError when the key encryption key is not 32 bytes
 */
export function decryptText(encrypted: string, keyEncryptionKey: KeySource, binding: TextBinding): string | null {
  const key = keyFor(keyEncryptionKey, binding.purpose)
  const [version, first = '', second = '', ...more] = encrypted.split('.')
  const iv = decodeBase64url(first)
  const body = decodeBase64url(second)
  if (version !== VERSION || more.length > 0 || iv?.length !== IV_BYTES || body === null || body.length < TAG_BYTES)
    return null
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(associatedData(binding))
  decipher.setAuthTag(body.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function associatedData(binding: TextBinding): Buffer {
  return Buffer.from(canonicalJson([binding.purpose, binding.row]), 'utf8')
}
