import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { resealTable } from '@/lib/store/keys/reseal-rows'
import { decryptMail, recipientMac, encryptMail } from './encrypt-mail'

/**
 * Encrypts every message anew (`certs rekey`).
 * @returns how many there are
 * @throws ServiceError `unavailable` when one does not open
 */
export function reencryptMail(tx: Transaction, keys: { current: Buffer; next: Buffer }): Promise<number> {
  return resealTable(tx, 'mail_messages', keys, ({ id, sealed }) => {
    const mail = decryptMail(sealed ?? '', id, keys.current)
    if (mail === null) throw new ServiceError('unavailable', 'A message cannot be opened. Nothing was changed.')
    return { sealed: encryptMail(mail, id, keys.next), recipientMac: recipientMac(mail.to, keys.next) }
  })
}
