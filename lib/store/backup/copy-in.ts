import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { ServiceError } from '@/lib/errors'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { endTransaction } from '@/lib/store/database/silence/end-transaction'
import { stopRestoredLog } from '@/lib/store/log/restored-log'
import { type StoredBackup } from './backup-folder'
import { readThrough } from './entry-stream'
import { readDatabase } from './read-database'
import { recordRestore } from './restores'
import { copied, isStored, storedSequences, storedTables } from './stored-tables'

/** What a service has as soon as it was used at all: where these are empty, nothing can be lost. */
const TELLING = ['certificates', 'desk_users', 'events', 'issuers', 'receipts', 'service_keys']

/**
 * Whether a database holds nothing that a restore could destroy: no table of ours, or nothing in those that tell.
 * @param url as the owner of the tables
 */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  return withOwnConnection(holdsNothing, { url })
}

/** The same on a connection that there is. */
export async function holdsNothing(db: pg.Client): Promise<boolean> {
  const { rows: there } = await db.query<{ name: string }>(
    "SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname = ANY ($1)",
    [TELLING],
  )
  for (const { name } of there) {
    const { rows } = await db.query<{ used: boolean }>(`SELECT EXISTS (SELECT 1 FROM public.${name}) AS used`)
    if (rows[0]?.used) return false
  }
  return true
}

/**
 * Puts the rows of a backup into an empty database that has its migrations, in one transaction, and notes that they were
 * restored. Triggers are off meanwhile: what they compute is in the backup.
 * @param url as the owner of the tables
 * @throws ServiceError where the tables are not those of the backup, or something is in them; BackupRefused
 */
export async function copyIn(url: string, backup: StoredBackup, key: Buffer, onTable: (name: string) => void) {
  const copy = async (db: pg.Client) => {
    await db.query('BEGIN')
    const tables = await storedTables(db)
    refuseOthers(
      tables,
      backup.manifest.tables.filter(({ name }) => isStored(name)),
    )
    const all = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`).join(', ')
    await db.query(`LOCK TABLE ${all} IN ACCESS EXCLUSIVE MODE`)
    // Files take hours: since it was looked at first, somebody may have started to work with this database.
    if (!(await holdsNothing(db)))
      throw new ServiceError(
        'unavailable',
        'Something was made in this database while the backup was read. None of it is overwritten: restore into a new database.',
      )
    const guards = await takeGuards(db, tables)
    await db.query(`TRUNCATE ${all}`)
    await readDatabase(backup, async (table, rows) => {
      // Earlier versions backed up what was not of the service, too.
      if (!isStored(table.name)) return readThrough(rows)
      onTable(table.name)
      await pipeline(Readable.from(rows, { objectMode: false }), db.query(from(`COPY ${copied(table)} FROM STDIN`)))
    })
    const own = new Set((await storedSequences(db)).map(({ name }) => name))
    for (const { name, value } of backup.manifest.sequences) {
      if (value !== null && own.has(name))
        await db.query('SELECT setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value])
    }
    await recordRestore(db, key, { backupId: backup.manifest.id, backedUpAt: backup.manifest.madeAt })
    await stopRestoredLog(db)
    for (const guard of guards) await db.query(guard)
    await endTransaction(db)
  }
  await withOwnConnection(copy, { url })
}

/** A foreign key is checked as ever. */
async function takeGuards(db: pg.Client, tables: readonly { name: string }[]): Promise<string[]> {
  const { rows } = await db.query<{ table: string; name: string; mode: string }>(
    `SELECT t.tgrelid::regclass::text AS table, quote_ident(t.tgname) AS name, t.tgenabled AS mode
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1) AND NOT t.tgisinternal AND t.tgenabled <> 'D'`,
    [tables.map(({ name }) => name)],
  )
  for (const { table, name } of rows) await db.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`)
  const words: Record<string, string> = { A: 'ENABLE ALWAYS', R: 'ENABLE REPLICA' }
  return rows.map(({ table, name, mode }) => `ALTER TABLE ${table} ${words[mode] ?? 'ENABLE'} TRIGGER ${name}`)
}

function refuseOthers(
  ours: readonly { name: string; columns: string[] }[],
  theirs: readonly { name: string; columns: string[] }[],
): void {
  const shape = (tables: typeof ours) =>
    tables
      .map(({ name, columns }) => `${name}(${columns.toSorted().join()})`)
      .toSorted()
      .join()
  if (shape(ours) === shape(theirs)) return
  throw new ServiceError(
    'unavailable',
    'The tables of this database are not those of the backup: restore into a new database.',
  )
}
