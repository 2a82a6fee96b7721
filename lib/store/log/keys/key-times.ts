import type pg from 'pg'
import { CLOCK_NOW } from '@/lib/store/database/sql-time'
import { findLogKeys, type LogKeyRow, signsAt } from './log-keys'

/** The keys of the log at one moment of the database's clock. */
interface LogKeysNow {
  rows: LogKeyRow[]
  /** Milliseconds since 1970. */
  now: number
  /** Differs once a key was made or ended, or began or ceased to sign. */
  mark: string
}

/** Reads the log's keys, and which of them sign now. */
export async function logKeysNow(db: pg.ClientBase | pg.Pool): Promise<LogKeysNow> {
  const clock = await db.query<{ now: number }>(`SELECT ${CLOCK_NOW}::float8 AS now`)
  const now = clock.rows[0]?.now ?? Number.NaN
  const rows = await findLogKeys(db)
  const mark = rows.map((row) => `${row.id} ${row.state} ${row.endedAt} ${signsAt(row, now)}`).join('\n')
  return { rows, now, mark }
}

/** The log's own keys as they are published: those that sign, then the one to come, then those that have ended. */
export function publishedOrder(rows: readonly LogKeyRow[], now: number): LogKeyRow[] {
  const rank = (row: LogKeyRow) => (signsAt(row, now) ? 0 : row.createdAt > now && row.state === 'active' ? 1 : 2)
  return rows.filter(({ purpose }) => purpose === 'log').sort((a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt)
}
