import { undetermined } from '@/lib/errors'
import { servingDeadlineMs, type Transaction, transaction } from './database'

/** A query that was cancelled because it took too long. */
const CANCELLED = '57014'

/**
 * As `transaction`, for a visitor who waits: no statement takes longer than `servingDeadlineMs`, waiting for locks
 * included.
 * @throws ServiceError `unavailable` when one did: nothing was changed
 */
export async function transactionInTime<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await transaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = ${servingDeadlineMs()}`)
      return work(tx)
    })
  } catch (error) {
    throw (error as { code?: unknown }).code === CANCELLED ? undetermined(error) : error
  }
}
