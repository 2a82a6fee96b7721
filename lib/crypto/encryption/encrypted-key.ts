import { createCipheriv, createDecipheriv, createPrivateKey, randomBytes, type KeyObject } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { derivedKey } from '@/lib/crypto/seals/derived-key'

/**
 * The owner of an encrypted key. It is authenticated as associated data, so that a row's key cannot be swapped for
 * another row's.
 */
export interface KeyBinding {
  owner: string
  keyId: string
}

const VERSION = 'v1'
const ENCRYPTION_KEY_LABEL = 'certificate-verification/sealed-private-key/v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a private key for storage: its PKCS#8 DER under AES-256-GCM (NIST SP 800-38D) with a random 96-bit IV.
 * @param keyEncryptionKey 32 bytes; the encryption key is derived from it
 * @returns `v1.<base64url of the IV>.<base64url of ciphertext and tag>`
 * @throws TypeError when the key is not private or the key encryption key is not 32 bytes
 */
export function encryptPrivateKey(privateKey: KeyObject, keyEncryptionKey: Buffer, binding: KeyBinding): string {
  if (privateKey.type !== 'private') throw new TypeError('only a private key is encrypted here')
  const plaintext = privateKey.export({ format: 'der', type: 'pkcs8' })
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(keyEncryptionKey, ENCRYPTION_KEY_LABEL), iv)
  cipher.setAAD(associatedData(binding))
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  plaintext.fill(0)
  return `${VERSION}.${encodeBase64url(iv)}.${encodeBase64url(encrypted)}`
}

/**
 * Decrypts what `encryptPrivateKey` made.
 * @param binding must be the same owner and key id that it was encrypted for
 * @throws Error, always with the same sentence, when the text is malformed or changed, or was encrypted for another owner
 *   or key id or under another key encryption key
 */
export function decryptPrivateKey(encrypted: string, keyEncryptionKey: Buffer, binding: KeyBinding): KeyObject {
  const key = derivedKey(keyEncryptionKey, ENCRYPTION_KEY_LABEL)
  try {
    const { iv, ciphertext, tag } = encryptedParts(encrypted)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(associatedData(binding))
    decipher.setAuthTag(tag)
    const plaintext = Buffer.concat([decipher.update(ciphertext), decipher.final()])
    const privateKey = createPrivateKey({ key: plaintext, format: 'der', type: 'pkcs8' })
    plaintext.fill(0)
    return privateKey
  } catch (cause) {
    throw new Error('the private key cannot be decrypted', { cause })
  }
}

function encryptedParts(encrypted: string): { iv: Buffer; ciphertext: Buffer; tag: Buffer } {
  const parts = encrypted.split('.')
  const iv = decodeBase64url(parts[1] ?? '')
  const body = decodeBase64url(parts[2] ?? '')
  if (parts.length !== 3 || parts[0] !== VERSION) throw new Error('another version')
  if (iv?.length !== IV_BYTES || body === null || body.length <= TAG_BYTES) throw new Error('malformed')
  return { iv, ciphertext: body.subarray(0, -TAG_BYTES), tag: body.subarray(-TAG_BYTES) }
}

function associatedData(binding: KeyBinding): Buffer {
  return Buffer.from(canonicalJson([ENCRYPTION_KEY_LABEL, binding.owner, binding.keyId]), 'utf8')
}
