import type pg from 'pg'
import { endTransaction } from './silence/end-transaction'

/**
 * The longest wait for a lock, in milliseconds: well below the deadline of a check, and below PostgreSQL's
 * deadlock_timeout. If a check and a change wait for each other, it is therefore never the check that is cancelled.
 */
const WAIT_MS = 500
/** Between two tries everybody who queued behind is let through. */
const PAUSE_MS = 500
const MOST_TRIES = 120
/** A lock that was not free in time, and a change and others that waited for each other. */
const PASSES = ['55P03', '40P01']

/**
 * Runs work in a transaction that changes tables while others use them. A lock that is not soon free is given
 * up and tried for again: whoever waits for a table's lock keeps everybody who comes later waiting, checks too.
 * @throws what the work throws, after a rollback; also the lock's time-out where it was not free in minutes
 */
export async function patientTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('BEGIN')
      await client.query(`SET LOCAL lock_timeout = ${WAIT_MS}`)
      await work()
      await endTransaction(client)
      return
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined) // the connection may be what failed
      const { code } = error as { code?: unknown }
      if (!PASSES.includes(String(code)) || tries === MOST_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
