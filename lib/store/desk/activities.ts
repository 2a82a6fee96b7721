import { serialKey } from '@/lib/domain/certificate/serial'
import type { Transaction } from '@/lib/store/database/database'
import { workingPool } from '@/lib/store/database/database'
import { withinLast } from '@/lib/store/database/sql-time'

/** An entry of the activity log. Holds serials, ids and figures; no name, no e-mail, no secret. */
export interface NewActivity {
  issuerId: string
  /** `user:<uuid>`, `key:<uuid>` or `operator`. */
  actor: string
  /** What was done, such as `certificate.withdrawn`. */
  action: string
  /** What it was done to: a serial, a key's id, a person's id. */
  subject?: string | null
  /** Where from: the address of the request. */
  address?: string | null
  detail?: Record<string, unknown> | null
}

/** An entry of the activity log. */
export interface Activity extends Required<NewActivity> {
  id: string
  at: Date
}

/** Appends to the log, in the transaction that does the thing where there is one. */
export async function insertActivity(activity: NewActivity, tx?: Transaction): Promise<void> {
  await (tx ?? workingPool()).query(
    `INSERT INTO desk_activities (issuer_id, actor, action, subject, address, detail) VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      activity.issuerId,
      activity.actor,
      activity.action,
      activity.subject ?? null,
      activity.address ?? null,
      activity.detail ? JSON.stringify(activity.detail) : null,
    ],
  )
}

/**
 * Whether somebody did something at an issuer before.
 * @param detail what its entry says, such as the id of the form that asked for it
 */
export async function wasDone(
  tx: Transaction,
  { issuerId, actor, action }: Pick<NewActivity, 'issuerId' | 'actor' | 'action'>,
  detail: Record<string, unknown>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT 1 FROM desk_activities WHERE issuer_id = $1 AND actor = $2 AND action = $3 AND detail @> $4::jsonb LIMIT 1',
    [issuerId, actor, action, JSON.stringify(detail)],
  )
  return rowCount === 1
}

/** In SQL, those who did anything at an issuer, each found by one step in the index. */
const ACTORS = `WITH RECURSIVE actors AS (
    (SELECT actor FROM desk_activities WHERE issuer_id = $1 ORDER BY actor LIMIT 1)
    UNION ALL
    SELECT (SELECT n.actor FROM desk_activities n WHERE n.issuer_id = $1 AND n.actor > a.actor ORDER BY n.actor LIMIT 1)
    FROM actors a WHERE a.actor IS NOT NULL
  )`

/**
 * How often people of an issuer did something within the last day; a step in the index for each who may have done it. What the
 * operator did is not counted.
 * @param of `subject`: what it was done to; `detail`: what its entry says; left out, anything
 */
export async function countActivitiesOfADay(
  tx: Transaction,
  issuerId: string,
  action: string,
  { subject = null, detail = {} }: { subject?: string | null; detail?: Record<string, unknown> } = {},
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `${ACTORS}
     SELECT coalesce(sum(d.count), 0)::int AS count FROM actors a CROSS JOIN LATERAL (
       SELECT count(*) AS count FROM desk_activities d WHERE d.issuer_id = $1 AND d.actor = a.actor AND d.action = $2
         AND ${withinLast('1 day', 'd.at')} AND ($3::text IS NULL OR d.subject = $3)
         AND coalesce(d.detail, '{}') @> $4::jsonb) d WHERE a.actor LIKE 'user:%'`,
    [issuerId, action, subject, JSON.stringify(detail)],
  )
  return rows[0]?.count ?? 0
}

/** What somebody did something to at an issuer, each once. */
export async function findSubjects(issuerId: string, actor: string, action: string): Promise<string[]> {
  const { rows } = await workingPool().query<{ subject: string }>(
    `SELECT DISTINCT subject FROM desk_activities
     WHERE issuer_id = $1 AND actor = $2 AND action = $3 AND subject IS NOT NULL`,
    [issuerId, actor, action],
  )
  return rows.map(({ subject }) => subject)
}

/** Lets those who count an action at an issuer, to do it once more, come one after another until their transaction ends. */
export async function lockActivities(tx: Transaction, issuerId: string, action: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('activities ' || $1 || ' ' || $2, 0))", [
    issuerId,
    action,
  ])
}

/**
 * Appends what was done to a certificate a while ago, unless it was erased meanwhile: its serial must not come back. An
 * erasure that is under way is waited for.
 * @param activity `subject` is its serial
 */
export async function insertCertificateActivity(activity: NewActivity): Promise<void> {
  const { issuerId, actor, action, subject, address, detail } = activity
  await workingPool().query(
    `INSERT INTO desk_activities (issuer_id, actor, action, subject, address, detail)
     SELECT issuer_id, $3, $4, serial, $5, $6 FROM certificates WHERE issuer_id = $1 AND serial_key = $2
     FOR KEY SHARE`,
    [issuerId, serialKey(subject ?? ''), actor, action, address ?? null, detail ? JSON.stringify(detail) : null],
  )
}

/**
 * Appends what a person did to their own account, to the log of each issuer that they work for.
 * @param who their id and where from
 */
export async function insertOwnActivity(
  who: { userId: string; address: string },
  action: string,
  detail: Record<string, unknown> | null,
  tx?: Transaction,
): Promise<void> {
  await (tx ?? workingPool()).query(
    `INSERT INTO desk_activities (issuer_id, actor, action, subject, address, detail)
     SELECT issuer_id, 'user:' || user_id, $2, user_id, $3, $4 FROM desk_members WHERE user_id = $1`,
    [who.userId, action, who.address || null, detail ? JSON.stringify(detail) : null],
  )
}

/**
 * The log of an issuer, the newest first.
 * @param before id of the last entry of the page before, or null for the first page
 */
export async function findActivities(issuerId: string, before: string | null, limit: number): Promise<Activity[]> {
  const { rows } = await workingPool().query<Activity>(
    `SELECT id::text, at, issuer_id AS "issuerId", actor, action, subject, address, detail FROM desk_activities
     WHERE issuer_id = $1 AND id < coalesce($2::bigint, 9223372036854775807) ORDER BY desk_activities.id DESC LIMIT $3`,
    [issuerId, before, limit],
  )
  return rows
}

/**
 * What others did at an issuer in the last seven days, the newest first. Each person and action is a step in the index,
 * so that its cost grows neither with the log nor with what one person did.
 */
export async function findRecentActivities(
  issuerId: string,
  options: { actions: readonly string[]; exceptActor: string; limit: number },
): Promise<Activity[]> {
  const { rows } = await workingPool().query<Activity>(
    `${ACTORS}
     SELECT e.id::text, e.at, e.issuer_id AS "issuerId", e.actor, e.action, e.subject, e.address, e.detail
     FROM actors a CROSS JOIN unnest($3::text[]) AS wanted(action) CROSS JOIN LATERAL (
       SELECT * FROM desk_activities d
       WHERE d.issuer_id = $1 AND d.actor = a.actor AND d.action = wanted.action
         AND ${withinLast('7 days', 'd.at')}
       ORDER BY d.at DESC LIMIT $4
     ) e WHERE a.actor <> $2 ORDER BY e.at DESC, e.id DESC LIMIT $4`,
    [issuerId, options.exceptActor, options.actions, options.limit],
  )
  return rows
}
