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

/** What one sends: everything, or only what somebody waits for. */
export type MailShare = 'all' | 'urgent'

/**
 * Of the queue `q`: a certificate of a suspended issuer is not told of before the issuer is resumed; its withdrawal is. The
 * column is enough: what is claimed is checked, and waits where the checked history says otherwise.
 */
export const NOT_SUSPENDED = `NOT (q.kind IN ('certificate', 'correction')
  AND EXISTS (SELECT 1 FROM issuers i WHERE i.id = q.issuer_id AND i.suspended))`

/**
 * What a watcher is told leads on from the message before it, which may come back to be joined with this one (decision 150). With
 * OFFSET it is looked up for each candidate: else all that is under way, or all there ever was, may be read first.
 */
const NOT_BESIDE = `NOT (q.kind = 'watch_notice' AND EXISTS (SELECT 1 FROM mail_messages b
  WHERE b.recipient_mac = q.recipient_mac AND b.kind = 'watch_notice' AND b.state = 'sending' OFFSET 0))`

const DUE = `SELECT q.id FROM mail_messages q WHERE q.state = 'queued' AND q.next_attempt_at <= statement_timestamp()
  AND ${NOT_SUSPENDED} AND ${NOT_BESIDE}`

/**
 * What strangers ask for goes out after whatever else is urgent, and fills no more than half of a minute: any number of
 * them, from any number of networks, keeps no invitation, notice or certificate back.
 */
const ASKED = "q.kind = 'watch_request'"
const NOT_ASKED = "q.kind <> 'watch_request'"

const URGENT = `${DUE} AND ${NOT_ASKED} AND q.urgent`

/** Whether a message is due. Cheap: asked every few seconds. */
export async function hasDueMail(share: MailShare): Promise<boolean> {
  const { rowCount } = await workingPool().query(`${share === 'urgent' ? URGENT : DUE} LIMIT 1`)
  return rowCount === 1
}

/**
 * Three lines, the first that is not empty: each has its first message at the beginning of an index. Of the many, several are taken
 * on at once; of what somebody waits for, one, so that it never waits behind another that was taken on with it.
 */
const NEXT = [
  { line: URGENT, most: '1' },
  { line: `${DUE} AND ${ASKED} AND $2`, most: '1' },
  { line: `${DUE} AND ${NOT_ASKED} AND NOT q.urgent`, most: '$3' },
]
  .map(({ line, most }) => `${line} ORDER BY q.next_attempt_at, q.id LIMIT ${most} FOR UPDATE OF q SKIP LOCKED`)
  .map((line) => `nullif(ARRAY(${line}), '{}')`)
  .join(', ')

/** Of several to one watcher one, which is joined with the others. */
const ONE_TO_A_WATCHER = `SELECT DISTINCT ON (CASE q.kind WHEN 'watch_notice' THEN q.recipient_mac ELSE q.id::text END) q.id
  FROM mail_messages q WHERE q.id = ANY(coalesce(${NEXT}))`

/** How many may be taken on: `perMinute` within a minute by all processes together, and `most` of the many at once. */
interface ClaimBounds {
  perMinute: number
  most: number
}

/**
 * Takes on what is due first; nobody else gets it.
 * @param claim a fresh UUID, which names this attempt
 * @returns none when none is due, or only those of strangers who have had their half; `limited` when the minute's are used up
 */
export async function claimMails(
  claim: string,
  share: MailShare,
  { perMinute, most }: ClaimBounds,
): Promise<ClaimedMail[] | 'limited'> {
  return transaction(async (tx) => {
    const { all, ofStrangers } = await countOfAMinute(tx)
    if (all >= perMinute) return 'limited'
    const others = share === 'all'
    const { rows } = await tx.query<Omit<ClaimedMail, 'counts'> & { mac: string | null }>(
      `UPDATE mail_messages m SET state = 'sending', claim = $1, claimed_at = clock_timestamp(), handed_over_at = NULL,
         attempts = attempts + 1
       WHERE id = ANY(ARRAY(${ONE_TO_A_WATCHER}))
       RETURNING id, claim, kind, certificate_id AS "certificateId", language, sealed, attempts,
         created_at AS "createdAt", mac, (SELECT serial FROM certificates c WHERE c.id = m.certificate_id) AS serial`,
      [claim, others && ofStrangers < perMinute / 2, others ? Math.min(most, perMinute - all) : 0],
    )
    return rows.map((row) => ({ ...row, counts: isSealed('mail_messages', row) }))
  })
}

/**
 * Whether others wait for the watcher of a message that was taken on, with which it is joined (decision 150). Asked when it is begun:
 * they may have come since.
 */
export async function doOthersWait({ id, kind }: ClaimedMail): Promise<boolean> {
  if (kind !== 'watch_notice') return false
  const { rowCount } = await workingPool().query(
    `SELECT 1 FROM mail_messages m JOIN mail_messages o ON o.recipient_mac = m.recipient_mac AND o.kind = m.kind
     WHERE m.id = $1 AND o.state = 'queued' AND o.id <> m.id LIMIT 1`,
    [id],
  )
  return rowCount === 1
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

/**
 * Puts back messages of an attempt that does not count, as when the mail server was gone.
 * @param ids of those that were taken on together
 */
export async function returnClaims(ids: readonly string[], claim: string, word: string): Promise<void> {
  await workingPool().query(
    `UPDATE mail_messages SET state = 'queued', attempts = attempts - 1, last_error = $3
     WHERE id = ANY($1::uuid[]) AND claim = $2 AND state = 'sending'`,
    [ids, claim, word],
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
