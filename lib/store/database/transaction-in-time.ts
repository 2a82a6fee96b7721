import { undetermined } from '@/lib/errors'
import { SERVING_DEADLINE_MS, type Transaction, transaction } from './database'

/** A query that was cancelled because it took too long. */
const CANCELLED = '57014'

/**
 * As `transaction`, for a visitor who waits: no statement takes longer than `SERVING_DEADLINE_MS`, waiting for locks
 * included.
 * @throws ServiceError `unavailable` when one did: nothing was changed
 */
export async function transactionInTime<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await transaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = ${SERVING_DEADLINE_MS}`)
      return work(tx)
    })
  } catch (error) {
    throw (error as { code?: unknown }).code === CANCELLED ? undetermined(error) : error
  }
}
