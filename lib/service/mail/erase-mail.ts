import type { Transaction } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { countWaitingMail, eraseMailMessages } from '@/lib/store/mail/mail-messages'
import { recipientMac } from './encrypt-mail'

/** The result of erasing mail. */
interface ErasedMail {
  /** Messages that were emptied. */
  emptied: number
  /** Those that wait for the same addresses and are about something else: they may be another person's. */
  others: number
}

/**
 * Forgets what messages say of a person: what waits is dropped, what failed is emptied. Works with mail off, too.
 * @param certificateIds messages about these certificates
 * @param addresses links to passports that go to these addresses
 */
export async function eraseMail(
  tx: Transaction,
  certificateIds: readonly string[],
  addresses: readonly string[],
): Promise<ErasedMail> {
  const key = keyEncryptionKey()
  const macs = addresses.map((address) => recipientMac(address, key))
  const emptied = await eraseMailMessages(tx, certificateIds, macs)
  return { emptied, others: await countWaitingMail(tx, macs) }
}
