import type pg from 'pg'

/** What a leaf is of: of which thing, which one of its leaves. Each stands in the log once. */
export interface LeafSubject {
  kind: 'event' | 'key' | 'issuer' | 'list' | 'notice' | 'begin' | 'lost'
  /** The history of an event (`lost`: of what the database does not know, some id), the id of an issuer, a key or a list. */
  subject: string
  /** The sequence of an event; of other things which of their leaves, from 1. */
  place: number
  /** Which of the leaves of one event, from 0. */
  part: number
}

/** A leaf that is to be written. */
export interface PendingLeaf extends LeafSubject {
  leaf: Buffer
  /** What its commitment is made with; null where there is none, or where nobody is to open it. */
  salt: Buffer | null
}

/**
 * Writes leaves that then wait for their places; what is in the log or waits already stays as it is.
 * @returns the last of those that were written
 */
export async function insertPendingLeaves(
  tx: pg.ClientBase,
  leaves: readonly PendingLeaf[],
): Promise<LeafSubject | null> {
  if (leaves.length === 0) return null
  const { rows } = await tx.query<LeafSubject & { id: string }>(
    `INSERT INTO log_pending (kind, subject, place, part, leaf, salt)
     SELECT n.kind, n.subject, n.place, n.part, n.leaf, n.salt
     FROM unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::bytea[], $6::bytea[])
       WITH ORDINALITY AS n(kind, subject, place, part, leaf, salt, nth)
     WHERE NOT EXISTS (SELECT 1 FROM log_leaves l WHERE l.subject = n.subject AND l.kind = n.kind
       AND l.place = n.place AND l.part = n.part)
     ORDER BY n.nth ON CONFLICT DO NOTHING RETURNING id, kind, subject, place, part`,
    [
      leaves.map(({ kind }) => kind),
      leaves.map(({ subject }) => subject),
      leaves.map(({ place }) => place),
      leaves.map(({ part }) => part),
      leaves.map(({ leaf }) => leaf),
      leaves.map(({ salt }) => salt),
    ],
  )
  if (rows.length > 0) await tx.query('NOTIFY certs_log')
  const last = rows.reduce<(LeafSubject & { id: string }) | null>(
    (newest, row) => (newest === null || BigInt(row.id) > BigInt(newest.id) ? row : newest),
    null,
  )
  return last && { kind: last.kind, subject: last.subject, place: last.place, part: last.part }
}
