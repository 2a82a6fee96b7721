import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { readMigrationBook } from '@/lib/store/migrations/migration-book'
import type { BackupManifest } from './backup-manifest'
import { type BackupEntry, writeBackupEntries } from './entry-stream'
import { copied, storedSequences, storedTables } from './stored-tables'

interface CopiedDatabase {
  database: Pick<BackupManifest, 'madeAt' | 'migrations' | 'tables' | 'sequences'>
  /** The files of badge images: the only rows that name a file and may have gone before the files are copied, which stay. */
  pictures: string[]
}

/**
 * Copies every table of the service out of one snapshot, while others go on writing. Needs no program of PostgreSQL, and no right but
 * to read.
 * @param write takes the compressed bytes
 */
export async function copyOut(
  url: string,
  write: (source: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<CopiedDatabase> {
  const copy = async (db: pg.Client) => {
    await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows: clock } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now')
    const book = await readMigrationBook(db)
    const tables = (await storedTables(db)).map((table) => ({ ...table, rows: 0 }))
    const compressed = createGzip({ level: 1 })
    const entries = Readable.from(writeBackupEntries(copyTables(db, tables)), { objectMode: false })
    const piped = pipeline(entries, compressed)
    piped.catch(() => undefined) // what it fails by ends the writing too; what the writing fails by is not said by it
    await write(compressed)
    await piped
    const { rows: pictures } = await db.query<{ sha256: string }>('SELECT DISTINCT sha256 FROM badge_images')
    // Sequences know no snapshot: read last, they are ahead of every row.
    const sequences = await storedSequences(db)
    const migrations = [...book]
      .filter(([, { finished_at }]) => finished_at)
      .map(([name, { checksum }]) => ({ name, checksum }))
    return {
      database: { madeAt: clock[0]?.now.getTime() ?? 0, migrations, tables, sequences },
      pictures: pictures.map(({ sha256 }) => sha256),
    }
  }
  return withOwnConnection(copy, { url })
}

async function* copyTables(db: pg.Client, tables: BackupManifest['tables']): AsyncGenerator<BackupEntry> {
  for (const table of tables) {
    const body = db.query(to(`COPY ${copied(table)} TO STDOUT`))
    yield { name: table.name, body: counted(body, table) }
  }
}

/** In COPY's text form each row is a line, whatever it holds. */
async function* counted(body: AsyncIterable<Buffer>, table: { rows: number }): AsyncGenerator<Buffer> {
  for await (const part of body) {
    table.rows += countLines(part)
    yield part
  }
}

/** How many lines end in these bytes. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}
