import { randomUUID } from 'node:crypto'
import { requireOwnKey } from '@/lib/service/keys/is-under-another-key'
import { NewBackup } from '@/lib/store/backup/backup-folder'
import { fileBytes } from '@/lib/store/backup/copy-files'
import { journalBytes } from '@/lib/store/backup/copy-journal'
import { logBytes } from '@/lib/store/backup/copy-log'
import { copyOut } from '@/lib/store/backup/copy-out'
import { refuseOwnFolders } from '@/lib/store/backup/refuse-own-folders'
import { workingPool } from '@/lib/store/database/database'
import { databaseUrl } from '@/lib/store/database/database-url'
import { fileStore } from '@/lib/store/files/file-store'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { readLogState } from '@/lib/store/log/log-state'
import { logFolder } from '@/lib/store/log/open-log-store'

/** What a backup holds. */
interface BackupReport {
  id: string
  /** Milliseconds since 1970. */
  madeAt: number
  certificates: number
  rows: number
  files: { count: number; bytes: number }
  /** Whether the journal was there. */
  journal: boolean
  /** Whether a log was there, in a folder. */
  log: boolean
  /** Whether there is one in a folder, and its files were away. */
  lacksLog: boolean
  /** Files that the database names and the store lacks, or has with other bytes. */
  faulty: string[]
}

/**
 * Copies database, files, journal and log into a folder, encrypted and authenticated under a key derived from the key
 * encryption key, which is not in it. The service goes on meanwhile.
 *
 * In this order: a certificate has its file before its row, so the files that are copied after the rows are all there; and
 * the journal, copied last, knows at least what the rows know. The journal that stays behind notes the backup, and is
 * known by that to be newer.
 * @param signal ends it in order
 * @throws ServiceError where the key is not that of the database, the folder is in one of the service or holds something, or something
 *   cannot be read; JournalFailure. Nothing is left of it then
 */
export async function backUp(folder: string, signal?: AbortSignal): Promise<BackupReport> {
  await refuseOwnFolders(folder)
  await requireOwnKey()
  const backup = await NewBackup.make(folder, randomUUID(), requireKeyEncryptionKey(), signal)
  try {
    return await fill(backup)
  } catch (error) {
    await backup.discard().catch(() => undefined) // the disk itself may be what failed
    throw error
  }
}

async function fill(backup: NewBackup): Promise<BackupReport> {
  const none = () => ({ count: 0, bytes: 0 })
  const [files, journal, log, faulty] = [none(), none(), none(), [] as string[]]
  const { database, pictures } = await copyOut(databaseUrl(), (source) => backup.write('database', source))
  await backup.write('files', fileBytes(fileStore(), files, faulty, pictures))
  const hasJournal = (await journalFiles().segments()) !== null
  await backup.write('journal', journalBytes(journalFiles(), journal))
  await backup.write('log', logBytes(logFolder(), log))
  // Asked before the backup is whole: nothing that can be restored is removed again for this.
  const lacksLog = log.count === 0 && (await isLogInFolder())
  // A rekey may have come between: no key opens both what is encrypted here and what is in it.
  await requireOwnKey()
  // Before it is whole, too: one that the journal does not know could be restored beside a journal that has lost a part of itself.
  if (hasJournal) await journalFiles().noteBackup(backup.id)
  await backup.complete({
    ...{ format: 1, id: backup.id, ...database, files },
    journal: hasJournal ? journal : null,
    log: log.count > 0 ? log : null,
  })
  return {
    ...{ id: backup.id, madeAt: database.madeAt, files, journal: hasJournal, faulty },
    ...{ log: log.count > 0, lacksLog },
    certificates: database.tables.find(({ name }) => name === 'certificates')?.rows ?? 0,
    rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
  }
}

async function isLogInFolder(): Promise<boolean> {
  return logFolder() !== null && ((await readLogState(workingPool()))?.publishedSize ?? 0) > 0
}
