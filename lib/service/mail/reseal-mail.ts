import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database'
import { holdSealedMail, updateSealedMail } from '@/lib/store/mail-messages'
import { openMail, recipientMac, sealMail } from './seal-mail'

/**
 * Seals every message anew (`certs rekey`). What is under the next key already stays as it is.
 * @returns how many there are
 * @throws ServiceError `unavailable` when one opens with neither key
 */
export async function resealMail(tx: Transaction, current: Buffer, next: Buffer): Promise<number> {
  const rows = await holdSealedMail(tx)
  for (const { id, sealed } of rows) {
    if (openMail(sealed, id, next) !== null) continue
    const mail = openMail(sealed, id, current)
    if (mail === null) throw new ServiceError('unavailable', 'A message cannot be opened. Nothing was changed.')
    await updateSealedMail(tx, { id, sealed: sealMail(mail, id, next), recipientMac: recipientMac(mail.to, next) })
  }
  return rows.length
}
