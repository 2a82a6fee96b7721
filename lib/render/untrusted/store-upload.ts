import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { PrefixHasher, type FileHashes } from '@/lib/render/typeset/prefix-hashes'

/** How the names of uploads begin. */
export const UPLOAD_NAME = 'certificate-upload-'

/** An upload in a temporary file, hashed. */
export interface StoredUpload extends FileHashes {
  path: string
  /** Removes the file; may be called more than once. */
  dispose(): Promise<void>
}

/**
 * Streams an upload to a temporary file that only this account can read, hashing it on the way, so that no upload is
 * ever whole in memory. The caller disposes of it, whatever happens; when this throws, nothing is left behind.
 * @param chunks the body; it is cancelled when it is too large
 * @param limitBytes how large the body may be
 * @throws ServiceError `too_large`; what reading the body or writing the file throws
 */
export async function storeUpload(chunks: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StoredUpload> {
  const path = localPath(tmpdir(), `${UPLOAD_NAME}${randomUUID()}`)
  const dispose = () => rm(path, { force: true })
  try {
    return { path, dispose, ...(await write(chunks, path, limitBytes)) }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function write(chunks: AsyncIterable<Uint8Array>, path: string, limitBytes: number): Promise<FileHashes> {
  const file = await open(path, 'wx', 0o600)
  try {
    const hasher = new PrefixHasher()
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > limitBytes) throw tooLarge(limitBytes)
      hasher.update(chunk)
      await file.writeFile(chunk)
    }
    return hasher.finish()
  } finally {
    await file.close()
  }
}

function tooLarge(limitBytes: number): ServiceError {
  const mebibytes = Math.floor((limitBytes / (1024 * 1024)) * 10) / 10
  return new ServiceError('too_large', `The file is larger than ${mebibytes} MiB.`)
}
