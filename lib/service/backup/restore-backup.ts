import { ServiceError } from '@/lib/errors'
import { StoredBackup } from '@/lib/store/backup/backup-folder'
import { checkBackedUpFiles, putFiles } from '@/lib/store/backup/copy-files'
import { copyIn, isEmptyDatabase } from '@/lib/store/backup/copy-in'
import { compareBackedUpJournal, putJournal } from '@/lib/store/backup/copy-journal'
import { checkBackedUpLog, putLog } from '@/lib/store/backup/copy-log'
import { readThrough } from '@/lib/store/backup/entry-stream'
import { readDatabase } from '@/lib/store/backup/read-database'
import { fileStore } from '@/lib/store/files/file-store'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { logFolder } from '@/lib/store/log/open-log-store'
import { migrateAs } from '@/lib/store/migrations/migrate'

/** A backup that was read to its end and checked, and how the journal that is in place stands to it. */
export interface CheckedBackup {
  backup: StoredBackup
  journal: 'absent' | 'same'
}

/**
 * Reads all of a backup: every byte is genuine, every table and file is whole, and the journal that is in place, if any,
 * goes on from the one in the backup. Writes nothing.
 * @param key the key encryption key that the backup was made under
 * @param signal ends this, and what is done with the backup afterwards
 * @throws ServiceError where it is damaged, or another journal is in place; JournalFailure
 */
export async function checkBackup(folder: string, key: Buffer, signal?: AbortSignal): Promise<CheckedBackup> {
  const backup = await StoredBackup.open(folder, key, signal)
  await readDatabase(backup, (_, rows) => readThrough(rows))
  await checkBackedUpFiles(backup)
  await checkBackedUpLog(backup)
  return { backup, journal: await compareBackedUpJournal(backup, journalFiles()) }
}

/**
 * Puts a checked backup into an empty database, and its files, journal and log beside it. The rows come last, in one
 * transaction, so that an interrupted restore is simply run again. What is said of them then is for `replayJournal`.
 * @param database the address, as the owner of the tables
 * @param onProgress gets what is being put back
 * @throws ServiceError where something is in the database, or its tables cannot be those of the backup
 */
export async function restoreBackup(
  { backup, journal }: CheckedBackup,
  database: string,
  key: Buffer,
  onProgress: (what: string) => void,
): Promise<void> {
  if (!(await isEmptyDatabase(database))) {
    const hint =
      'Name a new one in DATABASE_URL (createdb), or, without DATABASE_URL, an empty DATA_DIR. Where a restore of its rows was broken off afterwards, go on with certs journal replay'
    throw new ServiceError('unavailable', `The database is in use, and a restore overwrites nothing. ${hint}.`)
  }
  await migrateAs(database, backup.manifest.migrations)
  onProgress('journal')
  // First: it tells a database that is still empty from one in which nothing was ever made.
  if (journal === 'absent') await putJournal(backup, journalFiles())
  onProgress('files')
  await putFiles(backup, fileStore())
  await putLog(backup, logFolder())
  await copyIn(database, backup, key, onProgress)
}
