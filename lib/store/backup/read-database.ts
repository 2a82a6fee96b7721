import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { StoredBackup } from './backup-folder'
import { BackupRefused } from './backup-folder'
import type { BackupManifest } from './backup-manifest'
import { countLines } from './copy-out'
import { readBackupEntries } from './entry-stream'

type CopiedTable = BackupManifest['tables'][number]

/**
 * Reads the tables of a backup, in the order of its manifest.
 * @param take gets the rows of a table in COPY's text form, and has to read them to their end
 * @throws BackupRefused where a table is missing, is another, or has other rows than the manifest says
 */
export async function readDatabase(
  backup: StoredBackup,
  take: (table: CopiedTable, rows: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  await backup.read('database', async (source) => {
    const plain = new PassThrough()
    const piped = pipeline(source, createGunzip(), plain)
    piped.catch(() => undefined) // as in `copyOut`
    await readTables(backup, plain, take)
    await piped
  })
}

async function readTables(
  { manifest }: StoredBackup,
  plain: AsyncIterable<Buffer>,
  take: (table: CopiedTable, rows: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const tables = manifest.tables.values()
  for await (const { name, body } of readBackupEntries(plain)) {
    const table = tables.next().value
    if (table?.name !== name) throw new BackupRefused(`The backup holds a table ${name} that its manifest does not.`)
    let rows = 0
    await take(
      table,
      (async function* () {
        for await (const part of body) {
          rows += countLines(part)
          yield part
        }
      })(),
    )
    if (rows !== table.rows) throw new BackupRefused(`The table ${name} of the backup has not all of its rows.`)
  }
  const left = tables.next().value
  if (left) throw new BackupRefused(`The backup lacks the table ${left.name}.`)
}
