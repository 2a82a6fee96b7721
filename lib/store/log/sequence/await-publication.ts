import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { Deadline, DeadlineError } from '@/lib/store/database/deadline'
import { endConnection } from '@/lib/store/database/end-connection'
import type { LeafSubject } from '@/lib/store/log/pending/pending-leaf'
import { ownLogConnection } from './own-log-connection'

/** How long whoever changed something waits for its leaf. A test of a log that is away need not wait as long. */
export const patience = { milliseconds: 10_000 }
const POLL_MS = 40
/** Whoever publishes says so every two seconds. */
const SILENT_MS = 5000

/**
 * Waits until a leaf is in the published log. Where no process publishes it, this one does.
 * @param leaf the last one that a transaction wrote
 * @throws ServiceError `unavailable` after ten seconds: what was done is done
 */
export async function awaitPublication(pool: pg.Pool, leaf: LeafSubject): Promise<void> {
  const { kind, subject, place, part } = leaf
  await awaitProgress(pool, {
    isPublished: `coalesce((SELECT l.log_index < s.published_size FROM log_leaves l
      WHERE l.subject = $1 AND l.kind = $2 AND l.place = $3 AND l.part = $4), false)`,
    values: [subject, kind, place, part],
  })
}

/** As `awaitPublication`, for all that waits now: an import waits once, at its end. */
export async function awaitWaitingLeaves(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ last: string | null }>(
    'SELECT max(id) AS last FROM log_pending WHERE set_aside_at IS NULL',
  )
  // Nothing has its place without all before it having theirs, and what has one is published with the next tree.
  await awaitProgress(pool, {
    isPublished: `s.published_size = s.size AND NOT EXISTS (SELECT 1 FROM log_pending WHERE id <= $1 AND set_aside_at IS NULL)`,
    values: [rows[0]?.last ?? 0],
  })
}

interface Progress {
  published: boolean
  silence: number | null
  stopped: boolean
}

interface Asked {
  isPublished: string
  values: unknown[]
}

async function awaitProgress(pool: pg.Pool, asked: Asked): Promise<void> {
  const deadline = new Deadline(patience.milliseconds)
  // What this process publishes meanwhile, or waits for in vain, may take longer than anybody waits.
  const isPublished = await deadline.limit(watchProgress(pool, asked, deadline)).catch((error: unknown) => {
    if (error instanceof DeadlineError) return false
    throw error
  })
  if (isPublished) return
  const sentence = 'It is made, but it is not in the public log yet. Look, and try again.'
  throw new ServiceError('unavailable', sentence, { retryAfterSeconds: 30 })
}

/** @returns whether it is published; false once the log is stopped, or the deadline has passed */
async function watchProgress(pool: pg.Pool, asked: Asked, deadline: Deadline): Promise<boolean> {
  const text = `SELECT ${asked.isPublished} AS published, s.stopped IS NOT NULL AS stopped,
      (extract(epoch FROM clock_timestamp() - s.heartbeat_at) * 1000)::float8 AS silence
    FROM log_state s`
  while (!deadline.passed) {
    const [progress] = (await pool.query<Progress>(text, asked.values)).rows
    if (!progress || progress.published) return true
    const { silence, stopped } = progress
    if (stopped) return false
    if (silence === null || silence > SILENT_MS) await shareSequencing()
    else await sleep(POLL_MS)
  }
  return false
}

let underWay: Promise<Error | null> | null = null

/**
 * Publishes what waits. One that is under way may have begun before, and failed: nobody else may still wait for it. Never
 * rejects: whoever waits sees what came of it.
 * @returns why it failed; null where it did not
 */
export async function sequenceHere(): Promise<Error | null> {
  await underWay
  return shareSequencing()
}

/** As `sequenceHere`, once; those who ask meanwhile share it. */
function shareSequencing(): Promise<Error | null> {
  underWay ??= publishWaiting()
    .then(() => null)
    .catch(async (error: Error) => {
      log.warn({ err: error }, 'what waits could not be put into the public log')
      await sleep(POLL_MS * 5)
      return error
    })
    .finally(() => {
      underWay = null
    })
  return underWay
}

async function publishWaiting(): Promise<void> {
  // Loaded here: a process of the public side waits for nothing, and publishes nothing.
  const { Sequencer } = await import('./sequencer')
  const db = await ownLogConnection()
  try {
    const sequencer = await Sequencer.take(db)
    if (!sequencer) return await sleep(POLL_MS)
    while ((await sequencer.runBatch()) > 0) continue
    await sequencer.release()
  } finally {
    await endConnection(db)
  }
}
