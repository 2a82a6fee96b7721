import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { findFilesAfter, findServedFiles } from '@/lib/store/files/artifact-files'
import type { FileStore } from '@/lib/store/files/stored-files'
import { type StoredBackup, BackupRefused } from './backup-folder'
import { counting, once, whole } from './copy-journal'
import { type BackupEntry, readBackupEntries, writeBackupEntries } from './entry-stream'

const PAGE = 500
const MOST_FILE = 256 * 1024 * 1024
const NAME = /^[0-9a-f]{64}$/

/**
 * The files that the database names, as bytes of a backup.
 * @param faulty gets the hashes of those that are asked for, and are not there or have other bytes
 * @param pictures those that the copied rows name, whatever the rows of today do
 */
export function fileBytes(
  store: FileStore,
  counts: { count: number; bytes: number },
  faulty: string[],
  pictures: readonly string[],
): AsyncGenerator<Buffer> {
  return writeBackupEntries(counting(fileEntries(store, faulty, pictures), counts))
}

async function* pages(pictures: readonly string[]): AsyncGenerator<readonly string[]> {
  yield pictures
  const copied = new Set(pictures)
  for (let after = ''; ;) {
    const page = await findFilesAfter(after, PAGE)
    const last = page.at(-1)
    if (!last) return
    yield page.flatMap(({ sha256 }) => (copied.has(sha256) ? [] : sha256))
    after = last.sha256
  }
}

async function* fileEntries(
  store: FileStore,
  faulty: string[],
  pictures: readonly string[],
): AsyncGenerator<BackupEntry> {
  for await (const page of pages(pictures)) {
    const unread: string[] = []
    for (const sha256 of page) {
      const bytes = await store.get(sha256)
      if (bytes !== null && sha256Hex(bytes) === sha256) yield { name: sha256, body: once(bytes) }
      else unread.push(sha256)
    }
    if (unread.length > 0) {
      // Asked afterwards: without those that were erased between the two.
      const served = await findServedFiles(unread)
      faulty.push(...unread.filter((sha256) => served.has(sha256)))
    }
  }
}

/**
 * Reads every file of a backup, and compares it with its name.
 * @throws BackupRefused
 */
export async function checkBackedUpFiles(backup: StoredBackup): Promise<void> {
  const counts = { count: 0, bytes: 0 }
  await readFiles(backup, (_, bytes) => {
    counts.count += 1
    counts.bytes += bytes.length
    return Promise.resolve()
  })
  const { files } = backup.manifest
  if (counts.count !== files.count || counts.bytes !== files.bytes)
    throw new BackupRefused('The backup has not all of its files.')
}

/** Puts the files of a backup into a store; again is harmless. */
export async function putFiles(backup: StoredBackup, store: FileStore): Promise<void> {
  await readFiles(backup, (sha256, bytes) => store.put(sha256, bytes))
}

async function readFiles(backup: StoredBackup, take: (sha256: string, bytes: Buffer) => Promise<void>): Promise<void> {
  await backup.read('files', async (source) => {
    for await (const { name, body } of readBackupEntries(source)) {
      const bytes = NAME.test(name) ? await whole(body, MOST_FILE) : null
      if (bytes === null || sha256Hex(bytes) !== name)
        throw new BackupRefused(`The file ${name} of the backup is another.`)
      await take(name, bytes)
    }
  })
}
