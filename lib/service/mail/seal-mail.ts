import { createHmac } from 'node:crypto'
import { derivedKey } from '@/lib/crypto/seals/derived-key'
import { openText, sealText } from '@/lib/crypto/seals/sealed-text'
import { SEALED_MAIL, type SealedMail } from './mail-content'

const PURPOSE = 'certificate-verification/mail/v1'
const RECIPIENT_PURPOSE = 'certificate-verification/mail-recipient/v1'

/** Seals a message for its row: a copy of the database shows neither addresses nor links that let somebody in. */
export function sealMail(mail: SealedMail, messageId: string, keyEncryptionKey: Buffer): string {
  return sealText(JSON.stringify(mail), keyEncryptionKey, { purpose: PURPOSE, row: messageId })
}

/** @returns null when it was sealed under another key or for another message */
export function openMail(sealed: string, messageId: string, keyEncryptionKey: Buffer): SealedMail | null {
  const text = openText(sealed, keyEncryptionKey, { purpose: PURPOSE, row: messageId })
  return text === null ? null : SEALED_MAIL.parse(JSON.parse(text))
}

/** What an address is found by, without being stored: whoever lacks the key cannot try addresses on it. */
export function recipientMac(address: string, keyEncryptionKey: Buffer): string {
  const key = derivedKey(keyEncryptionKey, RECIPIENT_PURPOSE)
  return createHmac('sha256', key).update(address.trim().toLowerCase(), 'utf8').digest('hex')
}
