import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, lstat, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@/lib/errors'

/**
 * Refuses an output file that cannot be written, before any work is done for it. What is no file is refused, since the
 * file would take its place: root would be without /dev/null.
 * @param others files that it must not be
 * @throws ServiceError `malformed`
 */
export async function requireWritable(path: string, others: string[] = []): Promise<void> {
  const refuse = (why: string, cause?: unknown) =>
    new ServiceError('malformed', `${path} cannot be written: ${why}.`, { cause })
  try {
    await access(dirname(path), constants.W_OK)
    const place = await sameFileName(path)
    for (const other of others)
      if ((await sameFileName(other)) === place) throw refuse('it is another file of this command')
    const there = await lstat(path).catch(() => null)
    if (there?.isSymbolicLink()) throw refuse('it is a link; name the file itself')
    if (there && !there.isFile()) throw refuse('it is no file')
  } catch (error) {
    throw error instanceof ServiceError ? error : refuse('there is no such folder, or it is closed to you', error)
  }
}

/**
 * Writes a file whole or not at all, in the place of the one of that name.
 * @throws ServiceError `malformed` when it cannot be written
 */
export async function writeWholeFile(
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<string>,
): Promise<void> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await pipeline(pieces, createWriteStream(unfinished, { flags: 'wx', flush: true }))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new ServiceError('malformed', `${path} cannot be written (${code}).`, { cause: error })
  }
}

/** The path as it is once links in its folder are followed. */
async function sameFileName(path: string): Promise<string> {
  return join(await realpath(dirname(path)), basename(path))
}
