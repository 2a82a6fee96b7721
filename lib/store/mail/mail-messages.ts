import { type Transaction, workingPool } from '@/lib/store/database/database'
import { findSealed, type Querying, sealOf } from '@/lib/store/keys/sealed-rows'

/** A message to queue. Only `sealed` holds its recipient and its content, encrypted. */
interface NewMailMessage {
  id: string
  kind: string
  issuerId: string | null
  certificateId: string | null
  language: string
  dedupeKey: string
  sealed: string
  recipientMac: string
  urgent: boolean
}

export type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'abandoned'

/**
 * Queues messages, in the transaction of what they announce: rolled back with it, they were never there.
 * @returns how many; those whose dedupe key is known already are left out
 */
export async function insertMailMessages(tx: Transaction, messages: readonly NewMailMessage[]): Promise<number> {
  const column = <T>(read: (message: NewMailMessage) => T): T[] => messages.map(read)
  const { rowCount } = await tx.query(
    `INSERT INTO mail_messages (id, kind, issuer_id, certificate_id, language, dedupe_key, sealed, recipient_mac, urgent, mac)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::boolean[], $10::text[]) ON CONFLICT (dedupe_key) DO NOTHING`,
    [
      column((message) => message.id),
      column((message) => message.kind),
      column((message) => message.issuerId),
      column((message) => message.certificateId),
      column((message) => message.language),
      column((message) => message.dedupeKey),
      column((message) => message.sealed),
      column((message) => message.recipientMac),
      column((message) => message.urgent),
      column((message) => sealOf('mail_messages', message)),
    ],
  )
  return rowCount ?? 0
}

/** Which of these dedupe keys are known: what they are of was queued, whatever became of it. */
export async function findQueuedKeys(db: Querying, dedupeKeys: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ key: string }>(
    'SELECT dedupe_key AS key FROM mail_messages WHERE dedupe_key = ANY($1::text[])',
    [dedupeKeys],
  )
  return new Set(rows.map(({ key }) => key))
}

/**
 * Empties what messages say of a person, and drops those of them that wait. One under way is not handed over any more,
 * unless its text is on the line already.
 * @param certificateIds messages about these certificates
 * @param recipientMacs of the person's addresses: passports' links go to them. Whatever else waits there may be another
 *   person's, who has the same address
 */
export async function eraseMailMessages(
  tx: Transaction,
  certificateIds: readonly string[],
  recipientMacs: readonly string[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE mail_messages SET sealed = NULL, recipient_mac = NULL,
       state = CASE WHEN state IN ('queued', 'sending') THEN 'abandoned' ELSE state END,
       finished_at = coalesce(finished_at, clock_timestamp()), last_error = 'erased'
     WHERE sealed IS NOT NULL AND (certificate_id = ANY($1::uuid[])
       OR kind = 'passport_link' AND recipient_mac = ANY($2::text[]))`,
    [certificateIds, recipientMacs],
  )
  return rowCount ?? 0
}

/** How many messages to these addresses are kept that may still go out. */
export async function countWaitingMail(tx: Transaction, recipientMacs: readonly string[]): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM mail_messages WHERE sealed IS NOT NULL AND recipient_mac = ANY($1::text[])',
    [recipientMacs],
  )
  return rows[0]?.count ?? 0
}

/** A message as the operator sees it. */
export interface ListedMail {
  id: string
  kind: string
  state: MailState
  issuerSlug: string | null
  serial: string | null
  attempts: number
  createdAt: Date
  nextAttemptAt: Date
  finishedAt: Date | null
  lastError: string | null
  sealed: string | null
}

/** The newest messages in these states. */
export async function listMail(states: readonly MailState[], limit: number): Promise<ListedMail[]> {
  const { rows } = await workingPool().query<ListedMail>(
    `SELECT m.id, m.kind, m.state, s.slug AS "issuerSlug", c.serial, m.attempts, m.created_at AS "createdAt",
       m.next_attempt_at AS "nextAttemptAt", m.finished_at AS "finishedAt", m.last_error AS "lastError", m.sealed
     FROM mail_messages m LEFT JOIN certificates c ON c.id = m.certificate_id
     LEFT JOIN issuer_slugs s ON s.issuer_id = m.issuer_id AND s.current
     WHERE m.state = ANY($1) ORDER BY m.created_at DESC, m.id LIMIT $2`,
    [states, limit],
  )
  return rows
}

/**
 * Drops a message that has not gone out, because what it announces is no more. One under way is not handed over any more,
 * nor again, unless its text is on the line already.
 */
export async function dropQueuedMail(tx: Transaction, dedupeKey: string): Promise<void> {
  await tx.query(
    `UPDATE mail_messages SET state = 'abandoned', sealed = NULL, recipient_mac = NULL, last_error = 'cancelled',
       finished_at = clock_timestamp() WHERE dedupe_key = $1 AND state IN ('queued', 'sending', 'failed')`,
    [dedupeKey],
  )
}

/** Drops the messages of these kinds to an address, in the same way, and forgets it. */
export async function dropMailTo(tx: Transaction, recipientMac: string, kinds: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE mail_messages SET state = 'abandoned', sealed = NULL, recipient_mac = NULL, last_error = 'cancelled',
       finished_at = coalesce(finished_at, clock_timestamp())
     WHERE recipient_mac = $1 AND kind = ANY($2::text[])`,
    [recipientMac, kinds],
  )
}

/** Messages of a kind to these addresses that wait and that nobody has taken on, where their rows count; held until the transaction ends. */
export async function holdWaitingMail(
  tx: Transaction,
  kind: string,
  recipientMacs: readonly string[],
): Promise<{ id: string; sealed: string; createdAt: Date }[]> {
  const where = `recipient_mac = ANY($1::text[]) AND kind = $2 AND state = 'queued' AND sealed IS NOT NULL
    ORDER BY created_at, id FOR UPDATE SKIP LOCKED`
  const rows = await findSealed(tx, 'mail_messages', where, [recipientMacs, kind])
  return rows.flatMap(({ id, sealed, createdAt }) => (sealed === null ? [] : [{ id, sealed, createdAt }]))
}

/** Drops messages that wait, since another says what they would have said. */
export async function dropTakenOver(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE mail_messages SET state = 'abandoned', sealed = NULL, recipient_mac = NULL, last_error = 'taken_over',
       finished_at = clock_timestamp() WHERE id = ANY($1::uuid[]) AND state = 'queued'`,
    [ids],
  )
}

/**
 * Whether a message about a later version of a certificate was queued that tells its recipient of it: one that waits, went out, or
 * that the server refused.
 */
export async function isLaterVersionTold(db: Querying, certificateId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM certificates c JOIN certificates l ON l.lineage_id = c.lineage_id AND l.revision > c.revision
       JOIN mail_messages m ON m.certificate_id = l.id
     WHERE c.id = $1 AND m.kind IN ('certificate', 'correction') AND m.state <> 'abandoned' LIMIT 1`,
    [certificateId],
  )
  return rowCount === 1
}

/** What became of the messages about certificates, the oldest first. */
export async function findMailOfCertificates(
  certificateIds: readonly string[],
): Promise<{ kind: string; state: MailState; at: Date }[]> {
  const { rows } = await workingPool().query<{ kind: string; state: MailState; at: Date }>(
    `SELECT kind, state, coalesce(finished_at, created_at) AS at FROM mail_messages
     WHERE certificate_id = ANY($1::uuid[]) ORDER BY at, id LIMIT 100`,
    [certificateIds],
  )
  return rows
}
