import type { Transaction } from '@/lib/store/database/database'
import { transaction, workingPool } from '@/lib/store/database/database'

/** A file on its way to be issued. Everything in it about people is encrypted. */
export interface StoredIssueRun {
  id: string
  issuerId: string
  userId: string
  state: 'ready' | 'waiting' | 'checking' | 'issuing' | 'done' | 'failed'
  preview: string
  outcome: string | null
  problem: string | null
  /** Certificates issued so far, of how many. */
  done: number
  total: number
  /** Until when it is kept. */
  expiresAt: Date
  /** Somebody else than who sent it has changed it, or it had been begun: no upload takes its place. */
  shared: boolean
  /** It is under way, but the process that was at it has not been heard of for a minute. */
  stalled: boolean
  /** Something has stopped it, and its file is still here: it can go on. */
  resumable: boolean
}

/** How long a file waits to be confirmed, and how long a run is kept after it was last heard of, in seconds. */
const WAIT_SECONDS = 30 * 60
const KEEP_SECONDS = 60 * 60

/** Of a run that is under way; its process says so every few seconds. */
const STALLED = `(state IN ('waiting', 'checking', 'issuing') AND seen_at < clock_timestamp() - interval '1 minute')`
const RESUMABLE = `(${STALLED} OR (state = 'failed' AND file IS NOT NULL))`
const LIVE = `expires_at > clock_timestamp()`
const COLUMNS = `id, issuer_id AS "issuerId", user_id AS "userId", state, preview, outcome, problem, done, total,
  expires_at AS "expiresAt", shared, ${STALLED} AS stalled, ${RESUMABLE} AS resumable`

/**
 * Keeps a file that was checked, in the place of `replaced`, or else of the same person's at the issuer that was not confirmed and that
 * nobody else has changed.
 * @param run of whoever sent the file first, whoever of the issuer's people checked it again
 * @param most how many may be kept, of all issuers and of one
 * @param replaced the run that was checked again, by whom, and whether it waited to be confirmed or had stopped. No upload takes the place
 *   of one that had: what it has issued of the file is known by the same bytes alone
 * @returns which of the two is reached; `gone` where `replaced` is so no more, so that no file is issued in two versions; null once
 *   it is kept
 */
export async function insertIssueRun(
  run: { id: string; issuerId: string; userId: string; file: string; preview: string; total: number },
  most: { ofAll: number; ofOne: number },
  replaced: { id: string; by: string; was: 'ready' | 'stopped' } | null = null,
): Promise<'all' | 'one' | 'gone' | null> {
  return transaction(async (tx) => {
    await deleteExpiredIssueRuns(tx)
    // Two people of one issuer at once: the second sees the first.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('issue-runs:' || $1, 0))", [run.issuerId])
    // One person may send two files at once: the second waits here and takes the place of the first.
    await tx.query('SELECT 1 FROM desk_users WHERE id = $1 FOR UPDATE', [run.userId])
    const { rows: deleted } = await tx.query<{ addresses: string[]; shared: boolean }>(
      `DELETE FROM issue_runs WHERE issuer_id = $1 AND user_id = $2
         AND ${replaced?.was === 'stopped' ? RESUMABLE : "state = 'ready'"}
         AND CASE WHEN $3::uuid IS NULL THEN NOT shared ELSE id = $3 END
       RETURNING replaced || id AS addresses, shared`,
      [run.issuerId, run.userId, replaced?.id ?? null],
    )
    if (replaced !== null && deleted[0] === undefined) return 'gone'
    const { addresses = [], shared = false } = (replaced !== null && deleted[0]) || {}
    const { rows } = await tx.query<{ all: number; one: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE issuer_id = $1)::int AS one FROM issue_runs
       WHERE file IS NOT NULL AND state <> 'failed'`,
      [run.issuerId],
    )
    const held = rows[0] ?? { all: 0, one: 0 }
    if (held.one >= most.ofOne) return 'one'
    if (held.all >= most.ofAll) return 'all'
    await tx.query(
      `INSERT INTO issue_runs (id, issuer_id, user_id, file, preview, total, replaced, shared, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(secs => $9))`,
      [
        ...[run.id, run.issuerId, run.userId, run.file, run.preview, run.total],
        ...[addresses, shared || (replaced !== null && (replaced.by !== run.userId || replaced.was === 'stopped'))],
        WAIT_SECONDS,
      ],
    )
    return null
  })
}

/** A run of this issuer, or null when there is none any more. */
export async function findStoredIssueRun(issuerId: string, id: string): Promise<StoredIssueRun | null> {
  const { rows } = await workingPool().query<StoredIssueRun>(
    `SELECT ${COLUMNS} FROM issue_runs WHERE issuer_id = $1 AND id = $2 AND ${LIVE}`,
    [issuerId, id],
  )
  return rows[0] ?? null
}

/** The run of this issuer that has an address, or had it before it was checked again. */
export async function followStoredIssueRun(issuerId: string, id: string): Promise<StoredIssueRun | null> {
  const { rows } = await workingPool().query<StoredIssueRun>(
    `SELECT ${COLUMNS} FROM issue_runs WHERE issuer_id = $1 AND (id = $2 OR $2 = ANY(replaced)) AND ${LIVE}`,
    [issuerId, id],
  )
  return rows[0] ?? null
}

/** The runs of a person's files at an issuer that wait to be confirmed: first the one that only they have changed. */
export async function findReadyIssueRuns(issuerId: string, userId: string): Promise<StoredIssueRun[]> {
  const { rows } = await workingPool().query<StoredIssueRun>(
    `SELECT ${COLUMNS} FROM issue_runs WHERE issuer_id = $1 AND user_id = $2 AND state = 'ready' AND ${LIVE}
     ORDER BY shared, expires_at DESC`,
    [issuerId, userId],
  )
  return rows
}

/** The encrypted file of a run that waits to be confirmed, or that has stopped and can go on; null when there is none. */
export async function findRunFile(issuerId: string, id: string, which: 'ready' | 'stopped'): Promise<string | null> {
  const { rows } = await workingPool().query<{ file: string }>(
    `SELECT file FROM issue_runs WHERE issuer_id = $1 AND id = $2 AND ${LIVE}
       AND ${which === 'ready' ? "state = 'ready'" : RESUMABLE}`,
    [issuerId, id],
  )
  return rows[0]?.file ?? null
}

/**
 * Takes a file that waits to be confirmed, for one process alone.
 * @param preview what stays of what was said of it
 * @returns the encrypted file, or null when another took it, or it is gone
 */
export async function takeIssueRun(issuerId: string, id: string, preview: string): Promise<string | null> {
  const { rows } = await workingPool().query<{ file: string }>(
    `UPDATE issue_runs SET state = 'waiting', preview = $4, seen_at = clock_timestamp(),
       expires_at = clock_timestamp() + make_interval(secs => $3)
     WHERE issuer_id = $1 AND id = $2 AND state = 'ready' AND ${LIVE} RETURNING file`,
    [issuerId, id, KEEP_SECONDS, preview],
  )
  return rows[0]?.file ?? null
}

/** Says that a run is still under way, and how far it is. */
export async function noteIssueRun(
  id: string,
  at: { state: 'waiting' | 'checking' | 'issuing'; done: number; total: number },
): Promise<void> {
  await workingPool().query(
    `UPDATE issue_runs SET state = $2, done = $3, total = $4, seen_at = clock_timestamp(),
       expires_at = clock_timestamp() + make_interval(secs => $5)
     WHERE id = $1 AND state IN ('waiting', 'checking', 'issuing')`,
    [id, at.state, at.done, at.total, KEEP_SECONDS],
  )
}

/** The most files of one issuer that are kept because something stopped them. */
const MOST_STOPPED = 3

/** Ends a run: what became of it is kept for an hour, and so is the file that something has stopped, so that it can go on. */
export async function endIssueRun(id: string, end: { outcome: string } | { problem: string }): Promise<void> {
  const [state, outcome, problem] = 'outcome' in end ? ['done', end.outcome, null] : ['failed', null, end.problem]
  await workingPool().query(
    `UPDATE issue_runs AS run SET state = $2, outcome = $3, problem = $4, expires_at = clock_timestamp() + make_interval(secs => $5),
       file = CASE WHEN $2 = 'failed' AND $6 > (
         SELECT count(*) FROM issue_runs AS other
         WHERE other.issuer_id = run.issuer_id AND other.state = 'failed' AND other.file IS NOT NULL
       ) THEN file END
     WHERE id = $1 AND state IN ('waiting', 'checking', 'issuing')`,
    [id, state, outcome, problem, KEEP_SECONDS, MOST_STOPPED],
  )
}

/** Drops a file that was not confirmed. @returns false when there is none */
export async function deleteReadyIssueRun(issuerId: string, id: string): Promise<boolean> {
  const { rowCount } = await workingPool().query(
    "DELETE FROM issue_runs WHERE issuer_id = $1 AND id = $2 AND state = 'ready'",
    [issuerId, id],
  )
  return rowCount === 1
}

/** Drops an issuer's files that wait to be confirmed or could go on, and what became of others; what is under way goes on. */
export async function deleteIdleIssueRuns(tx: Transaction, issuerId: string): Promise<void> {
  const idle = `(state IN ('ready', 'done', 'failed') OR ${STALLED})`
  await tx.query(`DELETE FROM issue_runs WHERE issuer_id = $1 AND ${idle}`, [issuerId])
}

/** Deletes what is past its time. */
export async function deleteExpiredIssueRuns(tx?: Transaction): Promise<void> {
  await (tx ?? workingPool()).query('DELETE FROM issue_runs WHERE expires_at <= statement_timestamp()')
}
