import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { localPath } from '@/lib/local-path'
import { LogFolder } from './log-folder'
import { MirroredLog } from './mirrored-log'

/**
 * Puts the tiles of a log into a folder once all of them were read and found good: until then they wait beside it, since what
 * lies there may be better than what comes.
 * @param read reads the log through what it is given; where it throws, nothing was put
 */
export async function withTakenLog(
  log: LogReader,
  own: LogFolder,
  read: (log: LogReader) => Promise<void>,
): Promise<void> {
  await mkdir(own.folder, { recursive: true })
  const taken = new LogFolder(await mkdtemp(`${own.folder}.taken-`))
  try {
    await read(new MirroredLog(log, taken, 0))
    for (const path of await filesOf(taken.folder)) await own.put(path, await readFile(localPath(taken.folder, path)))
  } finally {
    await rm(taken.folder, { recursive: true, force: true })
  }
}

async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, localPath(entry.parentPath, entry.name)).split(sep).join('/'))
}
