import type pg from 'pg'
import type { StatusChange } from '@/lib/domain/certificate/status-change'
import { undetermined } from '@/lib/errors'
import { type Transaction, workingPool } from '@/lib/store/database/database'
import { requireAgreeingClocks } from '@/lib/store/database/database-clock'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { insertGiven } from '@/lib/store/database/shape/require-written'
import { CLOCK_NOW, milliseconds } from '@/lib/store/database/sql-time'
import { readBesideJournal } from '@/lib/store/journal/journal-watch'
import { noteStatusChange } from '@/lib/store/journal/pending-records'

const ENTRIES = `SELECT list_id AS "listId", sequence, status_index AS "statusIndex",
    ${milliseconds('at')}::float8 AS at, previous_hash AS "previousHash", service_key_id AS "serviceKeyId", signature
  FROM status_changes WHERE list_id = $1`

/**
 * Takes the lock of a status list's history and reads its last entry: nobody else adds to it until the transaction ends.
 * Taken after the lock of a lineage, never before, and one a transaction, so that no two wait for each other. The caller checks whether
 * the entry is one that the service signed.
 */
export async function lockStatusList(tx: Transaction, listId: string): Promise<StatusChange | null> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('status-list:' || $1, 0))", [listId])
  return findLastStatusChange(tx, listId)
}

/** The last entry of a list as its row has it; null where there is none. */
export async function findLastStatusChange(db: pg.Pool | Transaction, listId: string): Promise<StatusChange | null> {
  const { rows } = await db.query<StatusChange>(`${ENTRIES} ORDER BY sequence DESC LIMIT 1`, [listId])
  return rows[0] ?? null
}

/** Every entry of a list as its row has it, in order of sequence. */
export async function listStatusChanges(listId: string): Promise<StatusChange[]> {
  return (await workingPool().query<StatusChange>(`${ENTRIES} ORDER BY sequence`, [listId])).rows
}

/** Appends a signed entry, to the journal too; the database refuses one without a predecessor. */
export async function insertStatusChange(tx: Transaction, change: StatusChange): Promise<void> {
  await insertJournalledStatusChange(tx, change)
  noteStatusChange(tx, change)
}

const STATUS_TABLE = {
  table: 'status_changes',
  columns: 'list_id, sequence, status_index, at, previous_hash, service_key_id, signature',
  types: 'uuid, int, int, timestamptz, text, text, text',
}

/** As `insertStatusChange`, for an entry that came from the journal. */
export async function insertJournalledStatusChange(tx: Transaction, change: StatusChange): Promise<void> {
  await insertGiven(tx, STATUS_TABLE, [
    [change.listId],
    [change.sequence],
    [change.statusIndex],
    [new Date(change.at).toISOString()],
    [change.previousHash],
    [change.serviceKeyId],
    [change.signature],
  ])
}

/** Whether a bit of a list is set by any entry of its history. */
export async function hasStatusChange(tx: Transaction, listId: string, statusIndex: number): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM status_changes WHERE list_id = $1 AND status_index = $2 LIMIT 1', [
    listId,
    statusIndex,
  ])
  return rowCount === 1
}

/** A status list as the database holds it, read in one statement and so in one snapshot. */
export interface StoredStatusList {
  id: string
  issuerId: string
  length: number
  /** The database's clock, milliseconds since 1970. */
  now: number
  inRecovery: boolean
  /** How many restores the database has behind it. */
  restores: number
  /** Its history in order of sequence: sequence, index, time. */
  entries: [sequence: number, statusIndex: number, at: number][]
  last: { serviceKeyId: string; signature: string } | null
  /** The entries of certificates whose status column is not `issued`. */
  columnIndexes: number[]
  /** Of its first hundred entries one is that of a certificate of another issuer. */
  hasForeign: boolean
  /** The database was restored without its journal, so that withdrawals may be known by the public log alone. */
  restsOnLog: boolean
}

const READ_SQL = `
SELECT l.id, l.issuer_id AS "issuerId", l.length, ${CLOCK_NOW}::float8 AS now,
  pg_catalog.pg_is_in_recovery() AS "inRecovery",
  (SELECT pg_catalog.count(*) FROM restores)::int AS restores,
  EXISTS (SELECT FROM restores r WHERE r.compared_with = 'log') AS "restsOnLog",
  (SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_array(s.sequence, s.status_index, ${milliseconds('s.at')})
     ORDER BY s.sequence), '[]') FROM status_changes s WHERE s.list_id = l.id) AS entries,
  (SELECT pg_catalog.json_build_object('serviceKeyId', s.service_key_id, 'signature', s.signature)
     FROM status_changes s WHERE s.list_id = l.id ORDER BY s.sequence DESC LIMIT 1) AS last,
  (SELECT coalesce(pg_catalog.json_agg(c.status_index), '[]')
     FROM certificates c WHERE c.status_list_id = l.id AND c.status OPERATOR(pg_catalog.<>) 'issued') AS "columnIndexes",
  EXISTS (SELECT FROM (SELECT c.issuer_id FROM certificates c WHERE c.status_list_id = l.id
      ORDER BY c.status_index LIMIT 100) c
    WHERE c.issuer_id OPERATOR(pg_catalog.<>) l.issuer_id) AS "hasForeign"
FROM status_lists l WHERE l.id = $1`

/**
 * Whether anything names a status list, by its id, that has no row: it was lost then. A badge names it for good, so no list is ever
 * deleted.
 */
export async function isStatusListNamed(id: string): Promise<boolean> {
  const { rows } = await readOnServingPool((pool) =>
    pool.query<{ named: boolean }>(
      `SELECT EXISTS (SELECT FROM certificates WHERE status_list_id = $1)
         OR EXISTS (SELECT FROM status_changes WHERE list_id = $1)
         OR EXISTS (SELECT FROM log_leaves WHERE subject = $1 AND kind = 'list') AS named`,
      [id],
    ),
  )
  return rows[0]?.named ?? false
}

/**
 * Reads a status list with its whole history.
 * @param id a UUID
 * @throws ServiceError `unavailable` when a bit is not set that its journal knows to be
 */
export async function readStatusList(id: string): Promise<StoredStatusList | null> {
  const read = async () => {
    const sentAt = Date.now()
    const { rows } = await readOnServingPool((pool) =>
      pool.query<StoredStatusList>({ name: 'read-status-list', text: READ_SQL, values: [id] }),
    )
    if (rows[0]) requireAgreeingClocks(rows[0].now, sentAt)
    return rows[0] ?? null
  }
  const { found, behind } = await readBesideJournal(read, (list, knowledge) => {
    const set = list ? [...list.entries.map(([, statusIndex]) => statusIndex), ...list.columnIndexes] : []
    return new Set(list && knowledge.lacksBits(id, set) ? [id] : [])
  })
  if (behind.size > 0) throw undetermined('the status list is behind its journal')
  return found
}
