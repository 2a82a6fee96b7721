import { realpath } from 'node:fs/promises'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { env } from '@/lib/env'
import { localPath } from '@/lib/local-path'
import { resolveDataDir } from '@/lib/store/database/data-dir'
import { journalFolder } from '@/lib/store/journal/open-journal'
import { logFolder } from '@/lib/store/log/open-log-store'
import { BackupRefused } from './backup-folder'

/**
 * Refuses a place within what is backed up: the backup would be lost with it, and in the log's folder it would be served,
 * and read into itself.
 * @throws BackupRefused
 */
export async function refuseOwnFolders(place: string): Promise<void> {
  const real = await realPlace(resolve(place))
  for (const [name, folder] of [
    ['DATA_DIR', resolveDataDir(env())],
    ['JOURNAL_DIR', journalFolder()],
    ['LOG_DIR', logFolder()],
  ] as const) {
    if (folder === null || !isWithin(await realPlace(folder), real)) continue
    throw new BackupRefused(
      `The folder ${place} is in ${name}, with which the backup would be lost. Name one elsewhere, best on another disk.`,
    )
  }
}

function isWithin(folder: string, path: string): boolean {
  const between = relative(folder, path)
  return between !== '..' && !between.startsWith(`..${sep}`)
}

/** A path as it is once links are followed, as far as it is there. */
async function realPlace(path: string): Promise<string> {
  return realpath(path).catch(async () => {
    const around = dirname(path)
    return around === path ? path : localPath(await realPlace(around), basename(path))
  })
}
