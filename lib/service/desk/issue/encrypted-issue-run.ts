import { decryptText, encryptText } from '@/lib/crypto/encryption/encrypted-text'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

const PURPOSE = {
  file: 'certificate-verification/issue-run-file/v2',
  preview: 'certificate-verification/issue-run-preview/v2',
  outcome: 'certificate-verification/issue-run-outcome/v2',
}

type Part = keyof typeof PURPOSE

/** The owner of a run: its encrypted parts cannot be decrypted for another row, issuer or person. */
export interface RunOwner {
  id: string
  issuerId: string
  userId: string
}

/** Encrypts a part of a run for its row: the file, or a value as JSON. */
export function encryptRunPart(run: RunOwner, part: Part, value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('base64') : JSON.stringify(value)
  return encryptText(text, keyEncryptionKey(), binding(run, part))
}

/** Decrypts a part that is JSON. @returns null when it is another's, or under another key, as after `certs rekey` */
export function decryptRunPart<T>(run: RunOwner, part: 'preview' | 'outcome', encrypted: string): T | null {
  const text = decryptText(encrypted, keyEncryptionKey(), binding(run, part))
  return text === null ? null : (JSON.parse(text) as T)
}

/** Decrypts the file. @returns null as `decryptRunPart` */
export function decryptRunFile(run: RunOwner, encrypted: string): Uint8Array | null {
  const text = decryptText(encrypted, keyEncryptionKey(), binding(run, 'file'))
  return text === null ? null : Buffer.from(text, 'base64')
}

function binding({ id, issuerId, userId }: RunOwner, part: Part) {
  return { purpose: PURPOSE[part], row: `${id} ${issuerId} ${userId}` }
}
