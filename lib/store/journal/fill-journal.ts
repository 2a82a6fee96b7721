import type pg from 'pg'
import { decryptText } from '@/lib/crypto/encryption/encrypted-text'
import { enclosureBinding, type JournalRecord } from '@/lib/domain/history/journal-record'
import { log } from '@/lib/log'
import { milliseconds } from '@/lib/store/database/sql-time'
import { EVENT_JSON, type EventColumns, signedEvent } from '@/lib/store/evidence/event-columns'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { appendEntry, type JournalEntry, makeEntry } from './journal-entry'
import type { JournalFiles } from './journal-files'

const AT_ONCE = 200

/**
 * Writes everything in the database that belongs into the journal, for a database that is older than its journal, and
 * for a journal that was lost. Entries that are there already are written once more, which does no harm. An encrypted part that is
 * there stays: it was written with its change, and the rows of today may be anyone's.
 * @param db a connection of its own
 * @param isGenuine what somebody else put into the database is left out: the journal would speak for it
 * @returns how many records
 */
export async function fillJournal(
  db: pg.Client,
  files: JournalFiles,
  isGenuine: (record: JournalRecord) => boolean,
): Promise<number> {
  await files.make()
  await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  try {
    const { rows } = await db.query<{ position: string }>('SELECT position FROM journal_position')
    const position = Number(rows[0]?.position ?? 0)
    let [written, leftOut] = [0, 0]
    for (const sql of SOURCES) {
      await db.query(`DECLARE source NO SCROLL CURSOR FOR ${sql}`)
      for (;;) {
        const chunk = (await db.query<SourceRow>(`FETCH ${AT_ONCE} FROM source`)).rows
        if (chunk.length === 0) break
        const records = chunk.map((row) => recordOf(row, position)).filter(isGenuine)
        await appendEntry(files, await withoutKept(files, await makeEntry(db, position, records)))
        written += records.length
        leftOut += chunk.length - records.length
      }
      await db.query('CLOSE source')
    }
    await db.query('COMMIT')
    await db.query('UPDATE journal_position SET filled = true')
    if (leftOut > 0) log.error({ records: leftOut }, 'the journal was not filled with what the service did not sign')
    return written
  } catch (error) {
    await db.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function withoutKept(files: JournalFiles, entry: JournalEntry): Promise<JournalEntry> {
  const enclosures: JournalEntry['enclosures'] = {}
  for (const [name, encrypted] of Object.entries(entry.enclosures)) {
    const kept = await files.getEnclosure(name)
    if (kept === null || decryptText(kept, keyEncryptionKey(), enclosureBinding(name)) === null)
      enclosures[name] = encrypted
  }
  return { ...entry, enclosures }
}

type SourceRow =
  | { kind: 'key'; table: 'issuer_signing_keys' | 'service_keys'; id: string; state: 'active' | 'retired' }
  | { kind: 'event'; event: EventColumns }
  | ({ kind: 'status' } & Extract<JournalRecord, { kind: 'status' }>['change'])

/** In the order of a replay. */
const SOURCES = [
  "SELECT 'key' AS kind, 'service_keys' AS table, id, state FROM service_keys ORDER BY state DESC, created_at",
  `SELECT 'event' AS kind, ${EVENT_JSON} AS event FROM events e WHERE e.type <> 'issued'
     ORDER BY e.at, e.chain_id, e.sequence`,
  "SELECT 'key' AS kind, 'issuer_signing_keys' AS table, id, state FROM issuer_signing_keys ORDER BY created_at",
  `SELECT 'status' AS kind, list_id AS "listId", sequence, status_index AS "statusIndex",
     ${milliseconds('at')}::float8 AS at, previous_hash AS "previousHash",
     service_key_id AS "serviceKeyId", signature FROM status_changes ORDER BY status_changes.at, list_id, sequence`,
]

function recordOf(row: SourceRow, position: number): JournalRecord {
  if (row.kind === 'event') return { kind: 'event', position, event: signedEvent(row.event) }
  if (row.kind === 'key') return { position, ...row }
  const { kind, ...change } = row
  return { kind, position, change }
}
