import { type Transaction, workingPool } from '@/lib/store/database/database'
import { NOT_SUSPENDED } from './mail-queue'

/**
 * Settles what a process left behind that was killed: a message whose text had not gone out is tried again; of one whose
 * text had, nobody knows whether it arrived.
 * @param minutes the age of a claim from which nobody can be at it any more
 */
export async function recoverMail(minutes: number): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET state = CASE WHEN handed_over_at IS NULL THEN 'queued' ELSE 'unknown' END,
       finished_at = CASE WHEN handed_over_at IS NULL THEN NULL ELSE clock_timestamp() END, last_error = 'interrupted'
     WHERE state = 'sending' AND claimed_at < statement_timestamp() - make_interval(mins => $1)`,
    [minutes],
  )
}

/** Of one round; the next takes the rest. */
const ASIDE_AT_ONCE = 10_000

/**
 * Sets aside what must wait until a suspended issuer is resumed: at the head of the queue every look for the next message would read
 * all of it.
 */
export async function setSuspendedAside(): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET next_attempt_at = clock_timestamp() + interval '12 hours', last_error = 'suspended'
     WHERE id IN (SELECT q.id FROM mail_messages q WHERE q.state = 'queued' AND q.next_attempt_at <= statement_timestamp()
       AND q.issuer_id IN (SELECT id FROM issuers WHERE suspended) AND NOT (${NOT_SUSPENDED})
       LIMIT ${ASIDE_AT_ONCE} FOR UPDATE OF q SKIP LOCKED)`,
  )
}

/** Puts what was set aside back to the end of the queue, since its issuer is resumed. */
export async function takeBackAside(tx: Transaction, issuerId: string): Promise<void> {
  await tx.query(
    `UPDATE mail_messages SET next_attempt_at = clock_timestamp(), last_error = NULL
     WHERE issuer_id = $1 AND state = 'queued' AND last_error = 'suspended'`,
    [issuerId],
  )
}

/**
 * The operator's word to send a message once more that failed, or of which nobody knows.
 * @returns false when there is no such message, or nothing of it is kept
 */
export async function retryMail(id: string): Promise<boolean> {
  const { rowCount } = await workingPool().query(
    `UPDATE mail_messages SET state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), finished_at = NULL,
       handed_over_at = NULL, claim = NULL
     WHERE id = $1 AND sealed IS NOT NULL AND state IN ('queued', 'failed', 'unknown')`,
    [id],
  )
  return rowCount === 1
}

/** The operator's word not to send a message. @returns false when there is no such message, or it is under way */
export async function cancelMail(id: string): Promise<boolean> {
  const { rowCount } = await workingPool().query(
    `UPDATE mail_messages SET state = 'abandoned', sealed = NULL, recipient_mac = NULL, finished_at = clock_timestamp(),
       last_error = 'cancelled' WHERE id = $1 AND state IN ('queued', 'failed', 'unknown')`,
    [id],
  )
  return rowCount === 1
}

/**
 * The operator's word on everything that waited when the database was restored: to send it, or to drop it.
 * @returns how many messages
 */
export async function decideRestoredMail(what: 'retry' | 'cancel'): Promise<number> {
  const change =
    what === 'retry'
      ? `state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), finished_at = NULL, handed_over_at = NULL,
         claim = NULL, last_error = NULL`
      : `state = 'abandoned', sealed = NULL, recipient_mac = NULL, last_error = 'cancelled'`
  const { rowCount } = await workingPool().query(
    `UPDATE mail_messages SET ${change} WHERE state = 'unknown' AND last_error = 'restored' AND sealed IS NOT NULL`,
  )
  return rowCount ?? 0
}

/** How the queue stands. */
interface MailQueueState {
  queued: number
  /** Seconds that the message which waits longest has waited beyond its time; 0 where none does. */
  overdueSeconds: number
  failed: number
  unknown: number
}

export async function readMailQueue(): Promise<MailQueueState> {
  const { rows } = await workingPool().query<MailQueueState>(
    `SELECT count(*) FILTER (WHERE state = 'queued')::int AS queued,
       greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(next_attempt_at)
         FILTER (WHERE state = 'queued' AND ${NOT_SUSPENDED})), 0))::int AS "overdueSeconds",
       count(*) FILTER (WHERE state = 'failed')::int AS failed,
       count(*) FILTER (WHERE state = 'unknown')::int AS unknown
     FROM mail_messages q WHERE state IN ('queued', 'failed', 'unknown')`,
  )
  return rows[0] ?? { queued: 0, overdueSeconds: 0, failed: 0, unknown: 0 }
}
