import type pg from 'pg'
import { log } from '@/lib/log'

/**
 * Ends the connection of a sequencer that has been silent for 30 seconds, and with it its lock. A process that hangs keeps
 * its connection for as long as it likes; what it may still sign was claimed before. Of a stopped log nobody is silent: who
 * holds its lock takes it up again.
 */
export async function endSilentSequencer(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ pid: number }>(
    // Found first, ended then: PostgreSQL tries conditions in any order, and ending one is not to be undone.
    `WITH holders AS MATERIALIZED (
       SELECT l.pid FROM pg_locks l CROSS JOIN log_state s
       WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.pid <> pg_backend_pid()
         AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND (l.classid::bigint << 32) + l.objid::bigint = hashtextextended('log-sequencer', 0)
         AND s.stopped IS NULL AND s.heartbeat_at < clock_timestamp() - interval '30 seconds'
     )
     SELECT pid FROM holders WHERE pg_terminate_backend(pid)`,
  )
  if (rows.length > 0) log.warn('the sequencer of the public log was silent, and lost it')
}

/** Says that somebody publishes the log; whoever is silent for long loses it. */
export async function beat(db: pg.Client): Promise<void> {
  await db.query('UPDATE log_state SET heartbeat_at = clock_timestamp() WHERE stopped IS NULL')
}

/** Says that nobody publishes it now. */
export async function fallSilent(db: pg.Client): Promise<void> {
  await db.query('UPDATE log_state SET heartbeat_at = NULL')
}
