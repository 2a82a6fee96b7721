import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { keepDoing } from '@/lib/keep-doing'
import { localPath } from '@/lib/local-path'
import { log } from '@/lib/log'
import { UPLOAD_NAME } from './store-upload'

/** No upload takes as long: what is older belongs to no process any more. */
const OLD_MS = 60 * 60 * 1000

/**
 * Removes old uploads now and every hour from now on: those of a process that was started anew at once are not old yet.
 * @returns ends it, once a turn that is under way is done
 */
export function keepUploadsSwept(everyMs = OLD_MS): () => Promise<void> {
  return keepDoing(sweepUploads, { everyMs, failed: 'old uploads were not removed' })
}

/**
 * Removes what processes that were killed, or stopped while somebody was sending, left of uploads in the temporary folder.
 * Never throws: what cannot be removed, such as another account's, is left.
 */
export async function sweepUploads(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(UPLOAD_NAME))) {
    const path = localPath(tmpdir(), name)
    const found = await lstat(path).catch(() => null)
    if (!found?.isFile() || Date.now() - found.mtimeMs < OLD_MS) continue
    await rm(path, { force: true }).catch((error: unknown) => log.warn({ err: error }, 'an old upload is still there'))
  }
}
