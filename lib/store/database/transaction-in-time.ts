import { undetermined } from '@/lib/errors'
import { type Transaction, transaction } from './database'
import { DeadlineError } from './deadline'
import { servingDeadlineMs } from './deadlines'

/** A query that was cancelled because it took too long. */
const CANCELLED = '57014'
/** A server that still answers ends a query by itself before its connection is cut off. */
const PATIENCE = 1.5

/**
 * As `transaction`, for a visitor who waits: no statement takes longer than `servingDeadlineMs`, waiting for locks
 * included, and neither a server that has frozen nor a pool that has no connection to spare is waited for much longer.
 * @throws ServiceError `unavailable` when one did: nothing was changed, unless it says that this is not known
 */
export async function transactionInTime<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const inTime = async (tx: Transaction) => {
    await tx.query(`SET LOCAL statement_timeout = ${servingDeadlineMs()}`)
    return work(tx)
  }
  try {
    return await transaction(inTime, { answerMs: PATIENCE * servingDeadlineMs() })
  } catch (error) {
    const isLate = error instanceof DeadlineError || (error as { code?: unknown }).code === CANCELLED
    throw isLate ? undetermined(error) : error
  }
}
