import type pg from 'pg'
import { log } from '@/lib/log'
import { isSealed, readRows, sealOf } from '@/lib/store/keys/sealed-rows'

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

/** A leaf that waits, as it is stored. */
export interface WaitingLeaf extends PendingLeaf {
  id: bigint
  mac: string | null
}

/**
 * Writes leaves that then wait for their places, under seals; what is in the log or waits already stays as it is.
 * @returns the last of those that were written
 */
export async function insertPendingLeaves(
  tx: pg.ClientBase,
  leaves: readonly PendingLeaf[],
): Promise<LeafSubject | null> {
  if (leaves.length === 0) return null
  const rows = await insertMissing(tx, leaves)
  // A row of somebody else may stand in the place of one of ours.
  while (rows.length < leaves.length && (await setAsideForeign(tx, leaves)))
    rows.push(...(await insertMissing(tx, leaves)))
  if (rows.length > 0) await tx.query('NOTIFY certs_log')
  const last = rows.reduce<(LeafSubject & { id: string }) | null>(
    (newest, row) => (newest === null || BigInt(row.id) > BigInt(newest.id) ? row : newest),
    null,
  )
  return last && { kind: last.kind, subject: last.subject, place: last.place, part: last.part }
}

async function insertMissing(tx: pg.ClientBase, leaves: readonly PendingLeaf[]) {
  const { rows } = await tx.query<LeafSubject & { id: string }>(
    `INSERT INTO log_pending (kind, subject, place, part, leaf, salt, mac)
     SELECT n.kind, n.subject, n.place, n.part, n.leaf, n.salt, n.mac
     FROM unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::bytea[], $6::bytea[], $7::text[])
       WITH ORDINALITY AS n(kind, subject, place, part, leaf, salt, mac, nth)
     WHERE NOT EXISTS (SELECT 1 FROM log_leaves l WHERE l.subject = n.subject AND l.kind = n.kind
       AND l.place = n.place AND l.part = n.part AND ${IN_TREE})
     ORDER BY n.nth ON CONFLICT DO NOTHING RETURNING id, kind, subject, place, part`,
    [...subjectColumns(leaves), leaves.map(({ leaf }) => leaf), leaves.map(({ salt }) => salt), leaves.map(sealOfLeaf)],
  )
  return rows
}

/** A leaf `l` has its place in the tree; one that somebody added elsewhere stands for nothing. */
export const IN_TREE = 'l.log_index >= 0 AND l.log_index < (SELECT size FROM log_state)'

const subjectColumns = (leaves: readonly PendingLeaf[]) => [
  leaves.map(({ kind }) => kind),
  leaves.map(({ subject }) => subject),
  leaves.map(({ place }) => place),
  leaves.map(({ part }) => part),
]

function sealOfLeaf({ kind, subject, place, part, leaf, salt }: PendingLeaf): string {
  return sealOf('log_pending', { kind, subject, place, part, leaf: bytes(leaf), salt: salt && bytes(salt) })
}

const bytes = (buffer: Buffer) => buffer as Uint8Array<ArrayBuffer>

/** The newest leaf of each subject of a kind that waits and that this service wrote. */
export async function newestWaiting(
  db: pg.ClientBase | pg.Pool,
  kind: 'issuer' | 'list',
): Promise<ReadonlyMap<string, WaitingLeaf>> {
  const rows = await readWaiting(db, 'kind = $1 ORDER BY place', [kind])
  return new Map(rows.filter(isOurs).map((row) => [row.subject, row]))
}

/** Leaves that wait as they stand, but for those that were set aside. @param where SQL, as in `readRows` */
export async function readWaiting(
  db: pg.ClientBase | pg.Pool,
  where: string,
  values: readonly unknown[],
): Promise<WaitingLeaf[]> {
  const rows: unknown[] = await readRows(db, 'log_pending', `set_aside_at IS NULL AND ${where}`, values)
  return rows as WaitingLeaf[]
}

/** Whether this service wrote a leaf that waits. */
export function isOurs(row: WaitingLeaf): boolean {
  return isSealed('log_pending', { ...row, leaf: bytes(row.leaf), salt: row.salt && bytes(row.salt) })
}

/** Whether rows of somebody else stood in the place of some of these leaves; they are set aside. */
async function setAsideForeign(tx: pg.ClientBase, leaves: readonly PendingLeaf[]): Promise<boolean> {
  const same = `(kind, subject, place, part) IN (SELECT * FROM unnest($1::text[], $2::uuid[], $3::int[], $4::int[])) FOR UPDATE`
  const foreign = (await readWaiting(tx, same, subjectColumns(leaves))).filter((row) => !isOurs(row))
  await setAside(tx, foreign)
  return foreign.length > 0
}

/** Leaves that fail their check are never published, and stand in nobody's way; they are kept for whoever looks into it. */
export async function setAside(tx: pg.ClientBase, rows: readonly WaitingLeaf[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query('UPDATE log_pending SET set_aside_at = clock_timestamp() WHERE id = ANY($1::bigint[])', [
    rows.map(({ id }) => String(id)),
  ])
  const [first] = rows
  const about = { leaves: rows.length, first: `${first?.kind} ${first?.subject} ${first?.place}` }
  log.error(about, 'leaves for the public log that fail their check were set aside: see certs doctor')
}
