import type pg from 'pg'
import { LONGEST_WAIT_MS } from '@/lib/domain/log/longest-wait'
import { ServiceError } from '@/lib/errors'

const LONGEST = `interval '${LONGEST_WAIT_MS} milliseconds'`

/**
 * Refuses to issue or correct what could not be answered as done: where the public log has taken nothing in for a minute.
 * Asked before anything is made. Withdrawing, suspending, ending keys and erasing never ask.
 * @throws ServiceError `unavailable`
 */
export async function requireMovingLog(db: pg.ClientBase): Promise<void> {
  if (!(await isStandingLog(db))) return
  const sentence = 'The public log takes nothing in at present, so nothing was issued. Try again in a minute.'
  throw new ServiceError('unavailable', sentence, { retryAfterSeconds: 60 })
}

/** Whether the log has taken nothing in for a minute, or is stopped. */
export async function isStandingLog(db: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ stands: boolean }>(
    `SELECT s.stopped IS NOT NULL
       OR EXISTS (SELECT 1 FROM (SELECT at FROM log_pending WHERE set_aside_at IS NULL ORDER BY id LIMIT 1) p
         WHERE p.at < clock_timestamp() - ${LONGEST})
       OR (s.size > s.published_size AND s.committed_at < clock_timestamp() - ${LONGEST}) AS stands
     FROM log_state s WHERE s.intake_ended`,
  )
  return rows[0]?.stands === true
}
