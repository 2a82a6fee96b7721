import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ServiceError } from '@/lib/errors'

/**
 * SHA-256 of a file, in lowercase hexadecimal, and its size in bytes; read in pieces.
 * @throws ServiceError `malformed` when it cannot be read
 */
export async function hashFile(path: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  try {
    if (!(await stat(path)).isFile()) throw new ServiceError('malformed', `${path} is not a file.`)
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
  } catch (error) {
    throw unreadableFile(path, error)
  }
  return { sha256: hash.digest('hex'), size }
}

/** Says that a file cannot be read; a refusal stays what it is. */
export function unreadableFile(path: string, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  const sentence = missing ? `There is no file ${path}.` : `The file ${path} cannot be read.`
  return new ServiceError('malformed', sentence, { cause: error })
}
