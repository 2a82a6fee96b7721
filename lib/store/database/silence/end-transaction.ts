import type pg from 'pg'
import { ServiceError } from '@/lib/errors'
import { isDatabaseAway } from './is-database-away'

/**
 * Commits what a connection's transaction did.
 * @throws AnswerLost when the answer was lost: PostgreSQL may have committed, or not; the driver's error
 *   when it has not; Error when a query had failed and its error was swallowed, so that PostgreSQL undid all of it
 */
export async function endTransaction(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    throw isDatabaseAway(error) ? new AnswerLost(error) : error
  })
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, which the driver does not take for an error.
  if (command !== 'COMMIT') throw new Error(`PostgreSQL undid the transaction: it answered COMMIT with ${command}`)
}

/** Whether it was committed is not known. */
export class AnswerLost extends ServiceError {
  constructor(cause: unknown) {
    const sentence = 'The database did not say whether this was done. Look, and try again if it was not.'
    super('unavailable', sentence, { cause })
  }
}
