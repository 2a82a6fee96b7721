import { createHmac } from 'node:crypto'
import { decryptText, encryptText } from '@/lib/crypto/encryption/encrypted-text'
import { type KeySource, keyFor } from '@/lib/crypto/seals/key-source'
import { ADDRESSED_MAIL, type AddressedMail } from './mail-content'

const PURPOSE = 'certificate-verification/mail/v1'
const RECIPIENT_PURPOSE = 'certificate-verification/mail-recipient/v1'

/** Encrypts a message for its row: a copy of the database shows neither addresses nor links that let somebody in. */
export function encryptMail(mail: AddressedMail, messageId: string, keyEncryptionKey: KeySource): string {
  return encryptText(JSON.stringify(mail), keyEncryptionKey, { purpose: PURPOSE, row: messageId })
}

/** @returns null when it was encrypted under another key or for another message */
export function decryptMail(sealed: string, messageId: string, keyEncryptionKey: KeySource): AddressedMail | null {
  const text = decryptText(sealed, keyEncryptionKey, { purpose: PURPOSE, row: messageId })
  return text === null ? null : ADDRESSED_MAIL.parse(JSON.parse(text))
}

/** What an address is found by, without being stored: whoever lacks the key cannot try addresses on it. */
export function recipientMac(address: string, keyEncryptionKey: KeySource): string {
  const key = keyFor(keyEncryptionKey, RECIPIENT_PURPOSE)
  return createHmac('sha256', key).update(address.trim().toLowerCase(), 'utf8').digest('hex')
}
