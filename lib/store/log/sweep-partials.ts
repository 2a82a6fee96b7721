import { readdir, rm, stat } from 'node:fs/promises'
import { localPath } from '@/lib/local-path'

const DAY_MS = 24 * 3600 * 1000
const PARTIAL = /\.p$/

/**
 * Removes the partial tiles of a log for which the whole one has been there for a day (C2SP tlog-tiles, "Partial Tiles"): whoever
 * read an older checkpoint has read its tiles by then, and finds the whole one.
 * @param folder of the log
 * @param now milliseconds since 1970
 * @returns how many tiles lost their partial ones
 */
export async function sweepPartials(folder: string, now: number): Promise<number> {
  let swept = 0
  const sweep = async (below: string): Promise<void> => {
    const entries = await readdir(below, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const entry of entries.filter((one) => one.isDirectory())) {
      const path = localPath(below, entry.name)
      if (!PARTIAL.test(entry.name)) await sweep(path)
      else if (await isOld(path.replace(PARTIAL, ''), now)) {
        await rm(path, { recursive: true, force: true })
        swept++
      }
    }
  }
  await sweep(localPath(folder, 'tile'))
  return swept
}

async function isOld(whole: string, now: number): Promise<boolean> {
  const found = await stat(whole).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return found !== null && found.isFile() && now - found.mtimeMs > DAY_MS
}
