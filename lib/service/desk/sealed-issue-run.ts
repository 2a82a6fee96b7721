import { openText, sealText } from '@/lib/crypto/sealed-text'
import { keyEncryptionKey } from '../key-encryption-key'

const PURPOSE = {
  file: 'certificate-verification/issue-run-file/v1',
  preview: 'certificate-verification/issue-run-preview/v1',
  outcome: 'certificate-verification/issue-run-outcome/v1',
}

type Part = keyof typeof PURPOSE

/** Seals a part of a run for its row: the file, or a value as JSON. */
export function sealRunPart(id: string, part: Part, value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('base64') : JSON.stringify(value)
  return sealText(text, keyEncryptionKey(), { purpose: PURPOSE[part], row: id })
}

/** Opens a part that is JSON. @returns null when it is under another key, as after `certs rekey` */
export function openRunPart<T>(id: string, part: 'preview' | 'outcome', sealed: string): T | null {
  const text = openText(sealed, keyEncryptionKey(), { purpose: PURPOSE[part], row: id })
  return text === null ? null : (JSON.parse(text) as T)
}

/** Opens the file. @returns null as `openRunPart` */
export function openRunFile(id: string, sealed: string): Uint8Array | null {
  const text = openText(sealed, keyEncryptionKey(), { purpose: PURPOSE.file, row: id })
  return text === null ? null : Buffer.from(text, 'base64')
}
