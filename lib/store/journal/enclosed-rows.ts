import type pg from 'pg'
import type { KeySource } from '@/lib/crypto/seals/key-source'
import type { EventType } from '@/lib/domain/history/event'
import type { JournalRecord } from '@/lib/domain/history/journal-record'
import { IN_TREE, insertPendingLeaves, isOurs, type PendingLeaf } from '@/lib/store/log/pending/pending-leaf'
import { readErasureKeys } from '../erasure/read-erasure-keys'

/** Rows as the database writes them in JSON, by table: a replay needs them besides the signed record. */
export type EnclosedRows = Record<string, Record<string, unknown>[]>

const ROWS = (table: string, where: string, row = 'to_jsonb(t)') =>
  `SELECT '${table}' AS table, ${row} AS row FROM ${table} t WHERE ${where}`

/** A certificate as a correction makes it, whatever became of it since. */
const AS_NEW = `to_jsonb(t) || '{"status": "issued", "withdrawn_at": null, "withdrawal_reason": null,
  "withdrawal_salt": null, "withdrawal_note": null}'`

/** The leaves of an event with their salts, waiting or not: without them nobody could open what the public log has of it. */
const LEAVES = ['log_pending', 'log_leaves']
  .map(
    (table) => `SELECT 'log_pending' AS table, jsonb_build_object('kind', kind, 'subject', subject, 'place', place,
      'part', part, 'leaf', leaf, 'salt', salt${table === 'log_pending' ? ", 'mac', mac" : ''}) AS row
      FROM ${table} l WHERE subject = $4 AND kind = 'event' AND place = $2${table === 'log_leaves' ? ` AND ${IN_TREE}` : ''}`,
  )
  .join(' UNION ALL ')

/** By type of event, the rows that it wrote. $1: the certificate, $2: the sequence, $3: when, $4: the chain. */
const SQL: Partial<Record<EventType, string>> = {
  corrected: [
    ROWS('certificates', 't.id = $1', AS_NEW),
    ROWS('signed_forms', 't.certificate_id = $1 AND t.sequence = $2'),
    ROWS('artifacts', 't.certificate_id = $1 AND t.created_at = $3'),
    LEAVES,
  ].join(' UNION ALL '),
  resigned: [
    ROWS('signed_forms', 't.certificate_id = $1 AND t.sequence = $2'),
    ROWS('artifacts', 't.certificate_id = $1 AND t.created_at = $3'),
    LEAVES,
  ].join(' UNION ALL '),
  withdrawn: `SELECT 'certificates' AS table, jsonb_build_object('id', id, 'withdrawal_reason', withdrawal_reason,
    'withdrawal_salt', withdrawal_salt, 'withdrawal_note', withdrawal_note) AS row
    FROM certificates WHERE id = $1 UNION ALL ${LEAVES}`,
  erased: `SELECT 'erasures' AS table, jsonb_build_object('reason', reason, 'issuer_id', issuer_id,
      'certificates', certificates) AS row FROM erasures WHERE lineage_id = $4
    UNION ALL SELECT 'erased_marks' AS table, jsonb_build_object('kind', kind, 'mac', mac) AS row
      FROM erased_marks WHERE lineage_id = $4`,
}

/** Each statement has to speak of each value. */
const VALUES = 'WITH given AS (SELECT $1::uuid AS a, $2::int AS b, $3::timestamptz AS c, $4::uuid AS d)'

/**
 * The rows that belong to a record, read where it was written; null where it needs none.
 * @param keyEncryptionKey opens what an erasure's marks are made with, which says nothing without them
 */
export async function readEnclosedRows(
  db: pg.ClientBase,
  record: JournalRecord,
  keyEncryptionKey: KeySource,
): Promise<EnclosedRows | null> {
  if (record.kind === 'status' || record.kind === 'forgotten') return null
  if (record.kind === 'key') {
    // A key in use without its private half is no copy of it.
    const whole = "t.id = $1 AND (t.state <> 'active' OR t.private_sealed IS NOT NULL)"
    return collect((await db.query<EnclosedRow>(ROWS(record.table, whole), [record.id])).rows)
  }
  const { type, certificateId, sequence, at, chainId } = record.event
  const sql = SQL[type]
  if (sql === undefined) return null
  const values = [certificateId, sequence, new Date(at).toISOString(), chainId]
  const { rows } = await db.query<EnclosedRow>(`${VALUES} ${sql}`, values)
  const found = collect(rows.filter(({ table, row }) => table !== 'log_pending' || isOwnLeaf(row)))
  if (!found || type !== 'erased') return found
  const keys = await readErasureKeys(db, keyEncryptionKey)
  return { ...found, erasure_keys: keys.map((key) => ({ key: key.toString('base64') })) }
}

interface EnclosedRow {
  table: string
  row: Record<string, unknown>
}

/** A leaf that waits has a seal; one that has its place needs none. */
function isOwnLeaf(row: Record<string, unknown>): boolean {
  return row.mac === undefined || isOurs({ ...leafOf(row), id: 0n, mac: row.mac as string | null })
}

function leafOf(row: Record<string, unknown>): PendingLeaf {
  const { leaf, salt } = row as { leaf: string; salt: string | null }
  const bytes = (text: string) => Buffer.from(text.slice(2), 'hex')
  return { ...(row as unknown as PendingLeaf), leaf: bytes(leaf), salt: salt === null ? null : bytes(salt) }
}

function collect(rows: readonly EnclosedRow[]): EnclosedRows | null {
  const found: EnclosedRows = {}
  for (const { table, row } of rows) (found[table] ??= []).push(row)
  return rows.length > 0 ? found : null
}

/** What is done with a row that is there already, by table. */
const ON_CONFLICT = new Map([
  ['certificates', '(id) DO NOTHING'],
  ['signed_forms', '(certificate_id, sequence) DO NOTHING'],
  ['artifacts', 'DO NOTHING'],
  ['issuer_signing_keys', '(id) DO NOTHING'],
  [
    'service_keys',
    '(id) DO UPDATE SET state = excluded.state, mac = excluded.mac, private_sealed = excluded.private_sealed',
  ],
])

/** Puts the leaves of an event back as they were, to wait; those that are there stay. */
export async function insertEnclosedLeaves(db: pg.ClientBase, rows: EnclosedRows | null): Promise<void> {
  await insertPendingLeaves(db, (rows?.log_pending ?? []).map(leafOf))
}

/** Puts rows back as they were; those that are there stay, but a service key gets the state that its MAC covers. */
export async function insertEnclosedRows(db: pg.ClientBase, table: string, rows: EnclosedRows): Promise<void> {
  const conflict = ON_CONFLICT.get(table)
  if (conflict === undefined) throw new TypeError('not a table of the journal')
  const list = rows[table] ?? []
  if (list.length === 0) return
  await db.query(
    `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) ON CONFLICT ${conflict}`,
    [JSON.stringify(list)],
  )
}
