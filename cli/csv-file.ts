import { createWriteStream } from 'node:fs'
import { access, constants, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { csvLines } from '@/lib/domain/issue/csv-lines'
import { ServiceError } from '@/lib/errors'

/**
 * Refuses an output file that cannot be written, before any work is done for it.
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
  } catch (error) {
    throw error instanceof ServiceError ? error : refuse('there is no such folder, or it is closed to you', error)
  }
}

/**
 * Writes a CSV file (RFC 4180), every cell quoted. It appears whole or not at all.
 * @throws ServiceError `malformed` when it cannot be written
 */
export async function writeCsvFile(path: string, records: AsyncIterable<string[]>): Promise<void> {
  const unfinished = `${path}.part`
  try {
    await pipeline(csvLines(records), createWriteStream(unfinished))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new ServiceError('malformed', `${path} cannot be written.`, { cause: error })
  }
}

/** The path as it is once links in its folder are followed. */
async function sameFileName(path: string): Promise<string> {
  return join(await realpath(dirname(path)), basename(path))
}
