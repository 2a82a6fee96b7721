import type pg from 'pg'
import { Deadline } from './deadline'

/** How long a server has to close a connection that was ended, in milliseconds. */
const END_MS = 5000

/**
 * Ends a connection that is in no pool. One with a query under way is cut off. A server that hangs never closes its end: nobody
 * waits for it, and what is left is closed with the process, or by the system when the other end is gone.
 */
export async function endConnection(db: pg.Client): Promise<void> {
  await new Deadline(END_MS).limit(db.end()).catch(() => undefined)
}
