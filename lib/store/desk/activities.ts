import type { Transaction } from '../database'
import { workingPool } from '../database'

/** One thing that was done. Holds serials, ids and figures; no name, no e-mail, no secret. */
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
 * The log of an issuer, the newest first.
 * @param before id of the last entry of the page before, or null for the first page
 */
export async function findActivities(issuerId: string, before: string | null, limit: number): Promise<Activity[]> {
  const { rows } = await workingPool().query<Activity>(
    `SELECT id::text, at, issuer_id AS "issuerId", actor, action, subject, address, detail FROM desk_activities
     WHERE issuer_id = $1 AND ($2::bigint IS NULL OR id < $2::bigint) ORDER BY id DESC LIMIT $3`,
    [issuerId, before, limit],
  )
  return rows
}

/** What others did at an issuer in the last seven days, the newest first. */
export async function findRecentActivities(
  issuerId: string,
  options: { actions: readonly string[]; exceptActor: string; limit: number },
): Promise<Activity[]> {
  const { rows } = await workingPool().query<Activity>(
    `SELECT id::text, at, issuer_id AS "issuerId", actor, action, subject, address, detail FROM desk_activities
     WHERE issuer_id = $1 AND actor <> $2 AND action = ANY($3) AND at > clock_timestamp() - interval '7 days'
     ORDER BY desk_activities.id DESC LIMIT $4`,
    [issuerId, options.exceptActor, options.actions, options.limit],
  )
  return rows
}
