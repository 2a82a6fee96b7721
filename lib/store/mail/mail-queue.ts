import { type Transaction, transaction, workingPool } from '@/lib/store/database/database'
import { withinLast } from '@/lib/store/database/sql-time'
import { isSealed } from '@/lib/store/keys/sealed-rows'

/** A message that one process has taken on. */
export interface ClaimedMail {
  id: string
  claim: string
  kind: string
  certificateId: string | null
  /** Of its certificate. */
  serial: string | null
  language: string
  sealed: string
  attempts: number
  createdAt: Date
  /** Whether it is the message that was queued: else it must not go out. */
  counts: boolean
}

/**
 * Of the queue `q`: a certificate of a suspended issuer is not told of before the issuer is resumed; its withdrawal is. The
 * column is enough: what is claimed is checked, and waits where the checked history says otherwise.
 */
export const NOT_SUSPENDED = `NOT (q.kind IN ('certificate', 'correction')
  AND EXISTS (SELECT 1 FROM issuers i WHERE i.id = q.issuer_id AND i.suspended))`

/** What a watcher is told leads on from the message before it, which may come back to be joined with this one (decision 150). */
const NOT_BESIDE = `NOT (q.kind = 'watch_notice' AND EXISTS (SELECT 1 FROM mail_messages b
  WHERE b.recipient_mac = q.recipient_mac AND b.kind = 'watch_notice' AND b.state = 'sending'))`

const DUE = `SELECT q.id FROM mail_messages q WHERE q.state = 'queued' AND q.next_attempt_at <= statement_timestamp()
  AND ${NOT_SUSPENDED} AND ${NOT_BESIDE}`

/** Whether a message is due. Cheap: asked every few seconds. */
export async function hasDueMail(): Promise<boolean> {
  const { rowCount } = await workingPool().query(`${DUE} LIMIT 1`)
  return rowCount === 1
}

/**
 * What strangers ask for goes out after whatever else is urgent, and fills no more than half of a minute: any number of
 * them, from any number of networks, keeps no invitation, notice or certificate back.
 */
const ASKED = "q.kind = 'watch_request'"
const NOT_ASKED = "q.kind <> 'watch_request'"

/** Three lines, the first that is not empty: each has its first message at the beginning of an index. */
const NEXT = [
  `${DUE} AND ${NOT_ASKED} AND q.urgent ORDER BY q.next_attempt_at, q.id`,
  `${DUE} AND ${ASKED} AND $2 ORDER BY q.next_attempt_at, q.id`,
  `${DUE} AND ${NOT_ASKED} AND NOT q.urgent ORDER BY q.next_attempt_at, q.id`,
]
  .map((line) => `(${line} LIMIT 1 FOR UPDATE OF q SKIP LOCKED)`)
  .join(', ')

/**
 * Takes on the message that is due first; nobody else gets it.
 * @param claim a fresh UUID, which names this attempt
 * @param perMinute how many may be taken on within a minute, by all processes together
 * @returns null when none is due, or only those of strangers who have had their half; `limited` when the minute's are used up
 */
export async function claimMail(claim: string, perMinute: number): Promise<ClaimedMail | 'limited' | null> {
  return transaction(async (tx) => {
    const { all, ofStrangers } = await countOfAMinute(tx)
    if (all >= perMinute) return 'limited'
    const { rows } = await tx.query<Omit<ClaimedMail, 'counts'> & { mac: string | null }>(
      `UPDATE mail_messages m SET state = 'sending', claim = $1, claimed_at = clock_timestamp(), handed_over_at = NULL,
         attempts = attempts + 1
       WHERE id = coalesce(${NEXT})
       RETURNING id, claim, kind, certificate_id AS "certificateId", language, sealed, attempts,
         created_at AS "createdAt", mac, (SELECT serial FROM certificates c WHERE c.id = m.certificate_id) AS serial`,
      [claim, ofStrangers < perMinute / 2],
    )
    return rows[0] ? { ...rows[0], counts: isSealed('mail_messages', rows[0]) } : null
  })
}

/** The messages of the last minute. One process after another counts, so that two together do not pass the limit. */
async function countOfAMinute(tx: Transaction): Promise<{ all: number; ofStrangers: number }> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('mail claims', 0))")
  const { rows } = await tx.query<{ all: number; ofStrangers: number }>(
    `SELECT count(*)::int AS "all", (count(*) FILTER (WHERE ${ASKED}))::int AS "ofStrangers"
     FROM mail_messages q WHERE ${withinLast('1 minute', 'q.claimed_at')}`,
  )
  return rows[0] ?? { all: 0, ofStrangers: 0 }
}

/**
 * Notes that the text of a message goes out now: from here on it is not sent again unless its refusal is certain.
 * @returns false when it is no longer this claim's: then it must not go out
 */
export async function noteHandOver(id: string, claim: string): Promise<boolean> {
  const { rowCount } = await workingPool().query(
    "UPDATE mail_messages SET handed_over_at = clock_timestamp() WHERE id = $1 AND claim = $2 AND state = 'sending'",
    [id, claim],
  )
  return rowCount === 1
}

/** Notes that a message was accepted, and forgets to whom and what; also where its claim was given up meanwhile. */
export async function settleSent(id: string, claim: string): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET state = 'sent', sealed = NULL, recipient_mac = NULL, finished_at = clock_timestamp(),
       last_error = NULL WHERE id = $1 AND claim = $2 AND state IN ('sending', 'unknown')`,
    [id, claim],
  )
}

/** Puts a message back, to be tried again after some seconds. */
export async function settleLater(id: string, claim: string, word: string, afterSeconds: number): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET state = 'queued', handed_over_at = NULL, last_error = $3,
       next_attempt_at = clock_timestamp() + make_interval(secs => $4)
     WHERE id = $1 AND claim = $2 AND state = 'sending'`,
    [id, claim, word, afterSeconds],
  )
}

/** Puts back a message that a fault of ours kept from going out; one whose text went out stays as it is. */
export async function settleFault(id: string, claim: string, afterSeconds: number): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET state = 'queued', last_error = 'fault',
       next_attempt_at = clock_timestamp() + make_interval(secs => $3)
     WHERE id = $1 AND claim = $2 AND state = 'sending' AND handed_over_at IS NULL`,
    [id, claim, afterSeconds],
  )
}

/** Puts back a message of an attempt that does not count, as when the mail server was gone. */
export async function returnClaim(id: string, claim: string, word: string): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET state = 'queued', attempts = attempts - 1, last_error = $3
     WHERE id = $1 AND claim = $2 AND state = 'sending'`,
    [id, claim, word],
  )
}

/**
 * Puts back a message that is not the mail server's to decide on, as one whose certificate cannot be checked: the attempt does not
 * count, and the longer it has waited the longer it waits again, from a minute to a day.
 */
export async function returnWaiting(id: string, claim: string, word: string): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET state = 'queued', attempts = attempts - 1, last_error = $3,
       next_attempt_at = clock_timestamp()
         + least(interval '1 day', greatest(interval '1 minute', clock_timestamp() - created_at))
     WHERE id = $1 AND claim = $2 AND state = 'sending'`,
    [id, claim, word],
  )
}

/** Drops a message that was taken on, since another says what it would have said. @returns false when it is no longer this claim's */
export async function dropClaimTakenOver(tx: Transaction, id: string, claim: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE mail_messages SET state = 'abandoned', sealed = NULL, recipient_mac = NULL, last_error = 'taken_over',
       finished_at = clock_timestamp() WHERE id = $1 AND claim = $2 AND state = 'sending' AND handed_over_at IS NULL`,
    [id, claim],
  )
  return rowCount === 1
}

/** Ends a message that nobody will send any more, or that the operator has to decide on. */
export async function settleEnded(
  id: string,
  claim: string,
  state: 'failed' | 'unknown' | 'abandoned',
  word: string,
): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET state = $3, last_error = $4, finished_at = clock_timestamp(),
       sealed = CASE WHEN $3 = 'abandoned' THEN NULL ELSE sealed END,
       recipient_mac = CASE WHEN $3 = 'abandoned' THEN NULL ELSE recipient_mac END
     WHERE id = $1 AND claim = $2 AND state = 'sending'`,
    [id, claim, state, word],
  )
}
