import { readdir, rm, stat } from 'node:fs/promises'
import { localPath } from '@/lib/local-path'

/** Longer than any file takes to be written, in milliseconds. */
const ABANDONED_MS = 60 * 60 * 1000

/**
 * Deletes the files of a folder in which nothing stays for long: what is an hour old, its process left behind. A folder
 * that is not there is as good as an empty one.
 */
export async function sweepFolder(folder: string): Promise<void> {
  const gone = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  }
  for (const name of (await readdir(folder).catch(gone)) ?? []) {
    const path = localPath(folder, name)
    const found = await stat(path).catch(gone)
    if (found?.isFile() && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
  }
}
