import type pg from 'pg'
import { decryptText, encryptText } from '@/lib/crypto/encryption/encrypted-text'
import { keyFor, type KeySource } from '@/lib/crypto/seals/key-source'
import { keyedHash } from '@/lib/crypto/seals/keyed-hash'
import { enclosureBinding, enclosureName, journalLine, type JournalRecord } from '@/lib/domain/history/journal-record'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { readEnclosedRows } from './enclosed-rows'
import type { JournalFiles } from './journal-files'
import { journalFiles } from './open-journal'
import { type PendingRecords, takePending } from './pending-records'

/** The journal's entry of one transaction. */
export interface JournalEntry {
  /** A MAC under the key encryption key: nobody else gets anything into the journal by way of the outbox. */
  id: string
  position: number
  lines: string
  /** Encrypted rows, by name. */
  enclosures: Record<string, string>
}

/** An entry with the records that its lines spell. */
type CommittedEntry = JournalEntry & { records: readonly JournalRecord[] }

/**
 * Ends a transaction's work: what it noted goes to the outbox in the same transaction, so that it is in the journal sooner
 * or later whatever happens after the commit. The last statement before it: the row of the position is locked by one
 * transaction at a time.
 * @returns null when the transaction changed nothing that is journalled
 */
export async function enterJournal(tx: pg.PoolClient): Promise<CommittedEntry | null> {
  const pending = takePending(tx)
  if (!pending) return null
  const { rows } = await tx.query<{ position: string }>(
    'UPDATE journal_position SET position = position + 1 RETURNING position',
  )
  const position = Number(rows[0]?.position)
  const records = recordsOf(pending, position)
  const entry = await makeEntry(tx, position, records)
  await tx.query('INSERT INTO journal_outbox (id, position, lines, enclosures) VALUES ($1, $2, $3, $4)', [
    entry.id,
    position,
    entry.lines,
    JSON.stringify(entry.enclosures),
  ])
  return { ...entry, records }
}

/** In the order of a replay: what events are signed with before them, an issuer's new key after the end of its old one. */
function recordsOf({ keys, events, changes, forgotten }: PendingRecords, position: number): JournalRecord[] {
  const noted = [...keys.values()].map((key) => ({ kind: 'key' as const, position, ...key }))
  return [
    ...noted.filter(({ table }) => table === 'service_keys'),
    ...events.map((event) => ({ kind: 'event' as const, position, event })),
    ...noted.filter(({ table }) => table === 'issuer_signing_keys'),
    ...changes.map((change) => ({ kind: 'status' as const, position, change })),
    ...forgotten.map(({ table, id }) => ({ kind: 'forgotten' as const, position, table, id })),
  ]
}

/** Makes an entry of records, with the rows that they need encrypted as they are in the database now. */
export async function makeEntry(
  db: pg.ClientBase,
  position: number,
  records: readonly JournalRecord[],
): Promise<JournalEntry> {
  const key = keyEncryptionKey()
  const enclosures: Record<string, string> = {}
  for (const record of records) {
    const name = enclosureName(record)
    const rows = name === null ? null : await readEnclosedRows(db, record, key)
    if (name !== null && rows !== null)
      enclosures[name] = encryptText(JSON.stringify(rows), key, enclosureBinding(name))
  }
  const lines = records.map(journalLine).join('')
  return { id: entryId(position, lines, key), position, lines, enclosures }
}

/**
 * What of an entry that was read from the outbox the service made: enclosures that were encrypted for their names, and
 * nothing at all when the lines are another's.
 */
export function ownEntry({ id, position, lines, enclosures }: JournalEntry): JournalEntry | null {
  const key = keyEncryptionKey()
  if (id !== entryId(Number(position), lines, key)) return null
  const own = Object.entries(enclosures).filter(
    ([name, encrypted]) => decryptText(encrypted, key, enclosureBinding(name)) !== null,
  )
  return { id, position, lines, enclosures: Object.fromEntries(own) }
}

/** As a UUID, which the column is: 128 bits of the MAC. */
function entryId(position: number, lines: string, key: KeySource): string {
  const mac = keyedHash(keyFor(key, OUTBOX_LABEL), 'entry', `${position}\n${lines}`)
  return [mac.slice(0, 8), mac.slice(8, 12), mac.slice(12, 16), mac.slice(16, 20), mac.slice(20, 32)].join('-')
}

const OUTBOX_LABEL = 'certificate-verification/journal-outbox/v1'

/**
 * Writes what a committed transaction changed to the journal: nobody is told that it is done before.
 * @throws ServiceError `unavailable`: the change is made, and not safe against a restore yet
 */
export async function writeEntry(db: pg.ClientBase, entry: JournalEntry): Promise<void> {
  try {
    // The first of all; later ones make no folder: where it is gone, its disk may be.
    if (entry.position === 1) await journalFiles().make()
    await appendEntry(journalFiles(), entry)
  } catch (cause) {
    log.error({ err: cause }, 'a committed change could not be written to the journal')
    const sentence =
      'The change was made, but could not be made safe against a loss of the database. Look, and try again.'
    throw new ServiceError('unavailable', sentence, { cause, retryAfterSeconds: 30 })
  }
  // What stays is written once more by the next comparison, which does no harm.
  await db.query('DELETE FROM journal_outbox WHERE id = $1', [entry.id]).catch((error: unknown) => {
    log.warn({ err: error }, 'the journal’s outbox was not cleared')
  })
}

/** Enclosures before the lines that need them. */
export async function appendEntry(files: JournalFiles, { lines, enclosures }: JournalEntry): Promise<void> {
  for (const [name, encrypted] of Object.entries(enclosures)) await files.putEnclosure(name, encrypted)
  await files.append(lines)
}
