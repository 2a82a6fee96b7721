import type pg from 'pg'
import { undetermined } from '@/lib/errors'
import { isSealed, queryFields, type Querying, updateSealed } from '@/lib/store/keys/sealed-rows'
import type { SealedRows } from '@/lib/store/keys/sealed-tables'

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
  /** When it ended, in milliseconds since 1970. */
  intakeEndedAt: number | null
  /** When the tree got its newest leaves, in milliseconds since 1970. */
  committedAt: number | null
  /** How long ago somebody said that it publishes the log, in milliseconds; null where nobody does. */
  silence: number | null
  /** Why nothing more is signed. */
  stopped: string | null
}

type StateRow = SealedRows['log_state'] & { silence: number | null }

const FOREIGN =
  'the state of the public log fails its check; KEY_ENCRYPTION_KEY may be another than that of the database'

/**
 * @returns null where the service has no log
 * @throws ServiceError `unavailable` where somebody else wrote what stands there
 */
export async function findLogState(db: pg.ClientBase | pg.Pool): Promise<LogState | null> {
  const state = await readLogState(db)
  if (state?.isSealed === false) throw undetermined(FOREIGN)
  return state
}

/** As `findLogState`, whoever wrote it. */
export async function readLogState(db: Querying): Promise<(LogState & { isSealed: boolean }) | null> {
  const [row] = await queryFields<StateRow>(
    db,
    'SELECT s.*, (extract(epoch FROM clock_timestamp() - heartbeat_at) * 1000)::float8 AS silence FROM log_state s',
  )
  if (!row) return null
  const { origin, intakeEnded, silence, stopped } = row
  return {
    ...{ origin, intakeEnded, silence, stopped, isSealed: isSealed('log_state', row) },
    ...{ size: Number(row.size), root: Buffer.from(row.root) },
    ...{ publishedSize: Number(row.publishedSize), publishedRoot: Buffer.from(row.publishedRoot) },
    intakeEnd: row.intakeEnd === null ? null : Number(row.intakeEnd),
    intakeEndedAt: row.intakeEndedAt?.getTime() ?? null,
    committedAt: row.committedAt?.getTime() ?? null,
  }
}

/**
 * Changes how far the log has come, from the size that a process knows.
 * @param same SQL: where that size, $1, has to stand
 * @throws Error where another stands there, or somebody else wrote what does
 */
export async function changeLogState(
  tx: pg.ClientBase,
  same: string,
  size: number,
  change: (state: SealedRows['log_state']) => Partial<SealedRows['log_state']>,
): Promise<void> {
  const changed = await updateSealed(tx, 'log_state', same, [size], change)
  if (changed.length !== 1) throw new Error('Somebody else changed how far the public log has come.')
}
