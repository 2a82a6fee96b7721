import { workingPool } from '@/lib/store/database/database'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import type { MailState } from '@/lib/store/mail/mail-messages'

/** A file that certificates were issued from. */
interface StoredBatch {
  id: string
  createdAt: Date
  /** Rows that have their certificates. */
  certificates: number
  /** Of its first certificate; null while there is none. */
  serialKey: string | null
}

/* What counts the rows of a file is on the pool for long work: the command issues from files of any length. */

const LISTED = `SELECT b.id, b.created_at AS "createdAt", c.serial_key AS "serialKey",
    (SELECT count(*)::int FROM import_rows r WHERE r.batch_id = b.id) AS certificates
  FROM import_batches b
  JOIN LATERAL (SELECT certificate_id FROM import_rows r WHERE r.batch_id = b.id ORDER BY line LIMIT 1) f ON true
  JOIN certificates c ON c.id = f.certificate_id
  WHERE b.issuer_id = $1`
const NEWEST_FIRST = 'ORDER BY b.created_at DESC FETCH FIRST ($2::bigint) ROWS WITH TIES'

/** A file that certificates were issued from, of this issuer, or null. */
export async function findStoredBatch(issuerId: string, id: string): Promise<Omit<StoredBatch, 'serialKey'> | null> {
  const { rows } = await workingPool().query<Omit<StoredBatch, 'serialKey'>>(
    `SELECT b.id, b.created_at AS "createdAt",
       (SELECT count(*)::int FROM import_rows r WHERE r.batch_id = b.id) AS certificates
     FROM import_batches b WHERE b.issuer_id = $1 AND b.id = $2`,
    [issuerId, id],
  )
  return rows[0] ?? null
}

/**
 * The files of an issuer that have a certificate each at least, the newest first.
 * @param before when the one that was shown last was sent; null at first
 * @param limit of them; more where the last was sent at the same moment as others, which no page may part
 */
export async function findBatchesBefore(issuerId: string, before: Date | null, limit: number): Promise<StoredBatch[]> {
  const { rows } = await workingPool().query<StoredBatch>(
    `${LISTED} AND ($3::timestamptz IS NULL OR b.created_at < $3) ${NEWEST_FIRST}`,
    [issuerId, limit, before],
  )
  return rows
}

/** One row of a batch that has its certificate. */
export interface StoredBatchRow {
  line: number
  certificateId: string
  serialKey: string
  /** Whether its recipient can be written to. */
  hasAddress: boolean
  /** The last message with its link, or with that of a correction of it; null where none was ever queued. */
  mail: { state: MailState; at: Date } | null
}

const LINK_MAIL = `LEFT JOIN LATERAL (
    SELECT m.state, coalesce(m.finished_at, m.created_at) AS at
    FROM certificates v JOIN mail_messages m ON m.certificate_id = v.id
    WHERE v.lineage_id = c.lineage_id AND m.kind IN ('certificate', 'correction')
    ORDER BY m.created_at DESC, m.id LIMIT 1) mail ON true`

/**
 * The certificates of a batch in the order of its lines.
 * @param after the line that was read last, 0 at first
 */
export async function findBatchRows(batchId: string, after: number, limit: number): Promise<StoredBatchRow[]> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<Omit<StoredBatchRow, 'mail'> & { state: MailState | null; at: Date | null }>(
      `SELECT r.line, c.id AS "certificateId", c.serial_key AS "serialKey", c.email IS NOT NULL AS "hasAddress",
         mail.state, mail.at
       FROM import_rows r JOIN certificates c ON c.id = r.certificate_id ${LINK_MAIL}
       WHERE r.batch_id = $1 AND r.line > $2 ORDER BY r.line LIMIT $3`,
      [batchId, after, limit],
    ),
  )
  return rows.map(({ state, at, ...row }) => ({ ...row, mail: state && at && { state, at } }))
}

/** The line of a certificate of a batch by its position, counted from 1; null where there are fewer. */
export async function findBatchLine(batchId: string, position: number): Promise<number | null> {
  const { rows } = await workingPool().query<{ line: number }>(
    'SELECT line FROM import_rows WHERE batch_id = $1 ORDER BY line OFFSET $2 LIMIT 1',
    [batchId, position - 1],
  )
  return rows[0]?.line ?? null
}

/** How many certificates of a batch have their last message in each state; `none` have an address and no message, and are not withdrawn. */
export type BatchMail = Partial<Record<MailState | 'none', number>>

export async function countBatchMail(batchId: string): Promise<BatchMail> {
  const { rows } = await workingPool().query<{ state: MailState | 'none'; count: number }>(
    `SELECT coalesce(mail.state, 'none') AS state, count(*)::int AS count
     FROM import_rows r JOIN certificates c ON c.id = r.certificate_id ${LINK_MAIL}
     WHERE r.batch_id = $1 AND (mail.state IS NOT NULL OR c.email IS NOT NULL AND EXISTS (
       SELECT 1 FROM certificates v WHERE v.lineage_id = c.lineage_id AND v.status = 'issued')) GROUP BY 1`,
    [batchId],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
