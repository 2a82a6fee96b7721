import type { Transaction } from '@/lib/store/database'
import { eraseMailMessages } from '@/lib/store/mail-messages'
import { keyEncryptionKey } from '../key-encryption-key'
import { recipientMac } from './seal-mail'

/**
 * Forgets what messages say of a person: what waits is dropped, what failed is emptied. Works with mail off, too.
 * @param certificateIds messages about these certificates
 * @param addresses messages to these addresses, whatever they are about
 * @returns how many messages were emptied
 */
export async function eraseMail(
  tx: Transaction,
  certificateIds: readonly string[],
  addresses: readonly string[],
): Promise<number> {
  const key = keyEncryptionKey()
  return eraseMailMessages(
    tx,
    certificateIds,
    addresses.map((address) => recipientMac(address, key)),
  )
}
