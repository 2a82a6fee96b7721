import type { Transaction } from '@/lib/store/database/database'
import { transactionInTime } from '@/lib/store/database/transaction-in-time'
import { type HeldPassport, holdPassportByLink } from '@/lib/store/records/passport-changes'
import { managingHash, readManagingToken } from './passport-links'

/**
 * Changes the passport that a private link opens, in one transaction and under its lock: the second of two concurrent
 * changes sees the first.
 * @param link the private link, or its secret, as it was sent
 * @returns what the change returns; null when the link opens nothing
 */
export async function withPassport<T>(
  link: string,
  change: (tx: Transaction, passport: HeldPassport) => Promise<T>,
): Promise<T | null> {
  const token = readManagingToken(link)
  if (token === null) return null
  return transactionInTime(async (tx) => {
    const passport = await holdPassportByLink(tx, managingHash(token))
    return passport && change(tx, passport)
  })
}
