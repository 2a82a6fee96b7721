import { readdir, readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { localPath } from '@/lib/local-path'
import { LogFolder } from '@/lib/store/log/log-folder'
import { type StoredBackup, BackupRefused } from './backup-folder'
import { counting, once, whole } from './copy-journal'
import { type BackupEntry, readBackupEntries, writeBackupEntries } from './entry-stream'

/** A path of the log: nothing that could lead out of it. */
const PATH = /^[a-z0-9-]+(\.p)?(\/[a-z0-9-]+(\.p)?)*$/
const CHECKPOINT = 'checkpoint'
const MOST_FILE = 16 * 1024 * 1024

/** The files of the public log, as bytes of a backup. */
export function logBytes(folder: string | null, counts: { count: number; bytes: number }): AsyncGenerator<Buffer> {
  return writeBackupEntries(counting(logEntries(folder), counts))
}

async function* logEntries(folder: string | null): AsyncGenerator<BackupEntry> {
  if (folder === null) return
  // Before the files are listed: what it signs is there by then. Last, as it was put there: whoever finds it finds the log.
  const checkpoint = await readOrNull(localPath(folder, CHECKPOINT))
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const names = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, localPath(entry.parentPath, entry.name)).split(sep).join('/'))
  const listed = new Set(names.filter((one) => PATH.test(one) && one !== CHECKPOINT).sort())
  for (const name of listed) {
    const bytes = await readOrNull(localPath(folder, name))
    if (bytes) yield { name, body: once(bytes) }
    // Partial tiles go once they are whole, which may have been since.
    else listed.add(name.replace(/\.p\/\d+$/, ''))
  }
  if (checkpoint) yield { name: CHECKPOINT, body: once(checkpoint) }
}

function readOrNull(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/**
 * Reads the whole log of a backup.
 * @throws BackupRefused
 */
export async function checkBackedUpLog(backup: StoredBackup): Promise<void> {
  const counts = { count: 0, bytes: 0 }
  await readLog(backup, async (_, body) => {
    for await (const part of body) counts.bytes += part.length
    counts.count += 1
  })
  const { log } = backup.manifest
  if (counts.count !== (log?.count ?? 0) || counts.bytes !== (log?.bytes ?? 0))
    throw new BackupRefused('The log of the backup has not all of its files.')
}

/** Puts the log of a backup in place. One that is there already is newer, and stays as it is. */
export async function putLog(backup: StoredBackup, folder: string | null): Promise<void> {
  if (folder === null) return
  const log = new LogFolder(folder)
  if ((await log.read('checkpoint', MOST_FILE)) !== null) return
  await readLog(backup, async (name, body) => log.put(name, await whole(body, MOST_FILE)))
}

async function readLog(backup: StoredBackup, take: (name: string, body: AsyncIterable<Uint8Array>) => Promise<void>) {
  await backup.read('log', async (source) => {
    for await (const { name, body } of readBackupEntries(source)) {
      if (!PATH.test(name)) throw new BackupRefused(`The backup holds ${name}, which is no file of a log.`)
      await take(name, body)
    }
  })
}
