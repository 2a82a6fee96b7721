import { decryptText, encryptText } from '@/lib/crypto/encryption/encrypted-text'
import type { KeySource } from '@/lib/crypto/seals/key-source'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { resealTable } from '@/lib/store/keys/reseal-rows'

const PURPOSE = 'certificate-verification/webhook/v1'

/** Encrypts the secret of a webhook for its row. */
export function encryptWebhookSecret(secret: string, webhookId: string, keyEncryptionKey: KeySource): string {
  return encryptText(secret, keyEncryptionKey, { purpose: PURPOSE, row: webhookId })
}

/** @returns null when it was encrypted under another key or for another webhook */
export function decryptWebhookSecret(encrypted: string, webhookId: string, keyEncryptionKey: KeySource): string | null {
  return decryptText(encrypted, keyEncryptionKey, { purpose: PURPOSE, row: webhookId })
}

/**
 * Encrypts every webhook's secret again (`certs rekey`).
 * @throws ServiceError `unavailable` when one does not open
 */
export function reencryptWebhooks(tx: Transaction, keys: { current: Buffer; next: Buffer }): Promise<number> {
  return resealTable(tx, 'webhooks', keys, ({ id, secret }) => {
    const opened = decryptWebhookSecret(secret, id, keys.current)
    if (opened === null) throw new ServiceError('unavailable', 'A webhook cannot be opened. Nothing was changed.')
    return { secret: encryptWebhookSecret(opened, id, keys.next) }
  })
}
