import type pg from 'pg'
import { milliseconds } from '@/lib/store/database/sql-time'

/** How far the public log has come. */
export interface LogState {
  origin: string
  /** The tree with everything that has its place. */
  size: number
  root: Buffer
  /** The tree that was published last, as far as the database knows. */
  publishedSize: number
  publishedRoot: Buffer
  /** Whether what was there before the log has been taken in, so that every change has its leaf from then on. */
  intakeEnded: boolean
  /** The index of the leaf that says so; null until it has one. */
  intakeEnd: number | null
  /** When the tree got its newest leaves, in milliseconds since 1970. */
  committedAt: number | null
  /** How long ago somebody said that it publishes the log, in milliseconds; null where nobody does. */
  silence: number | null
  /** Why nothing more is signed. */
  stopped: string | null
}

/** @returns null where the service has no log */
export async function findLogState(db: pg.ClientBase | pg.Pool): Promise<LogState | null> {
  const { rows } = await db.query<LogState>(
    `SELECT origin, size::float8 AS size, root, published_size::float8 AS "publishedSize",
       published_root AS "publishedRoot", intake_ended AS "intakeEnded", intake_end::float8 AS "intakeEnd",
       ${milliseconds('committed_at')}::float8 AS "committedAt",
       (extract(epoch FROM clock_timestamp() - heartbeat_at) * 1000)::float8 AS silence, stopped
     FROM log_state`,
  )
  return rows[0] ?? null
}
