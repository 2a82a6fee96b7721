import type { Transaction } from '@/lib/store/database/database'
import { isSealed } from '@/lib/store/keys/sealed-rows'

/** The most messages with its link that a certificate's recipient ever gets. */
const MOST_MESSAGES = 5

/** A certificate whose recipient can be sent the link once more. */
interface Resendable {
  certificateId: string
  email: string
  language: string | null
  /** How many messages with the link there were. */
  sent: number
}

type Row = Resendable & { mac: string | null }

/**
 * Certificates of a batch whose recipients can be sent the link now, for one transaction at a time: current ones with an
 * address, of which no message waits or is under way. One that was corrected stands for what it replaced.
 * @param which `failed`: whose last message did not arrive; `none`: who got none yet; or one certificate of the batch, whatever its
 *   last message came to
 */
export async function holdResendable(
  tx: Transaction,
  batchId: string,
  which: 'failed' | 'none' | { certificateId: string },
): Promise<Resendable[]> {
  // One at a time for a batch: the second sees what the first queued.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('resend:' || $1, 0))", [batchId])
  const states = which === 'failed' ? ['failed', 'unknown'] : which === 'none' ? ['none'] : null
  return resendable(
    tx,
    `JOIN certificates first ON first.lineage_id = c.lineage_id JOIN import_rows r ON r.certificate_id = first.id
     WHERE r.batch_id = $1 AND ($3::text[] IS NULL OR mail.last = ANY($3)) AND ($4::uuid IS NULL OR first.id = $4)`,
    'r.line',
    [batchId, MOST_MESSAGES, states, typeof which === 'string' ? null : which.certificateId],
  )
}

/** The same of certificates of an issuer, by their keys. */
export async function holdResendableOf(
  tx: Transaction,
  issuerId: string,
  keys: readonly string[],
): Promise<Resendable[]> {
  // One at a time for an issuer: the second sees what the first queued.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('resend:' || $1, 0))", [issuerId])
  const where = 'WHERE c.issuer_id = $1 AND c.serial_key = ANY($3::text[])'
  return resendable(tx, where, 'c.recorded_at, c.id', [issuerId, MOST_MESSAGES, keys])
}

/** @param where SQL, of certificates `c` and their `mail`; its second parameter is the most messages */
async function resendable(tx: Transaction, where: string, order: string, values: unknown[]): Promise<Resendable[]> {
  const { rows } = await tx.query<Row>(
    `SELECT c.id AS "certificateId", c.email, c.language, c.mac, mail.count AS sent
     FROM certificates c
     CROSS JOIN LATERAL (
       SELECT (count(*) FILTER (WHERE v.id = c.id AND m.kind = 'certificate'))::int AS count,
         coalesce((array_agg(m.state ORDER BY m.created_at DESC, m.id))[1], 'none') AS last,
         coalesce((array_agg(m.last_error ORDER BY m.created_at DESC, m.id))[1], '') AS error
       FROM certificates v JOIN mail_messages m ON m.certificate_id = v.id
       WHERE v.lineage_id = c.lineage_id AND m.kind IN ('certificate', 'correction')) mail
     ${where} AND c.status = 'issued' AND c.email IS NOT NULL AND mail.count < $2
       AND mail.last NOT IN ('queued', 'sending') AND NOT (mail.last = 'unknown' AND mail.error = 'restored')
     ORDER BY ${order}`,
    values,
  )
  return rows.filter((row) => isSealed('certificates', { ...row, id: row.certificateId }))
}

/** Gives up messages about these certificates, and what they replaced, that did not arrive, since another takes their place. */
export async function giveUpFailedMail(tx: Transaction, certificateIds: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE mail_messages SET state = 'abandoned', sealed = NULL, recipient_mac = NULL, last_error = 'sent_again'
     WHERE certificate_id IN (SELECT v.id FROM certificates c JOIN certificates v ON v.lineage_id = c.lineage_id WHERE c.id = ANY($1::uuid[]))
       AND kind IN ('certificate', 'correction') AND state IN ('failed', 'unknown')`,
    [certificateIds],
  )
}
