import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { countFiles, findFilesAfter, type NamedFile } from '@/lib/store/files/artifact-files'
import { type FileStoreKind, openFileStore } from '@/lib/store/files/file-store'
import { explainFileFailure, isFileStoreFailure } from '@/lib/store/files/file-store-failure'
import type { FileStore } from '@/lib/store/files/stored-files'

const READ_AT_ONCE = 500
const COPIED_AT_ONCE = 4

/** The result of copying. */
interface CopiedFiles {
  from: string
  to: string
  copied: number
  /** They were there already. */
  skipped: number
  failed: { sha256: string; error: string }[]
}

interface CopyOptions {
  /** Where files are already there, hashes them too, not only their size. */
  verify?: boolean
  /** Stops the run between two files. */
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/**
 * Copies every file that an artifact names from one store into the other, and removes none. Each is hashed before it is
 * written and read back afterwards. Broken off, the same again goes on: what is there already is left alone.
 * @throws ServiceError `malformed` when a store is not configured or the run was stopped, `unavailable` when a store
 *   cannot be used
 */
export async function copyFiles(
  from: FileStoreKind,
  to: FileStoreKind,
  options: CopyOptions = {},
): Promise<CopiedFiles> {
  if (from === to) throw new ServiceError('malformed', 'Files are copied from one store into another.')
  const [source, target] = [requireStore(from), requireStore(to)]
  await usable(source)
  await usable(target)
  const result: CopiedFiles = { from: source.name, to: target.name, copied: 0, skipped: 0, failed: [] }
  const total = await countFiles()
  let done = 0
  options.onProgress?.(done, total)
  const files = namedFiles()
  const work = async () => {
    for await (const file of files) {
      if (options.signal?.aborted) throw stopped(result)
      await copyFile(file, source, target, result, options.verify ?? false)
      done += 1
      options.onProgress?.(done, Math.max(done, total))
    }
  }
  // A worker that fails ends the files for the others too.
  const ends = await Promise.allSettled(Array.from({ length: COPIED_AT_ONCE }, work))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw explain(failure.reason, result)
  return result
}

function requireStore(kind: FileStoreKind): FileStore {
  const store = openFileStore(kind, env())
  if (store) return store
  throw new ServiceError(
    'malformed',
    'S3 is not configured. Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  )
}

async function usable(store: FileStore): Promise<void> {
  await store.check().catch((error: unknown) => {
    throw new ServiceError('unavailable', explainFileFailure(error), { cause: error })
  })
}

async function* namedFiles(): AsyncGenerator<NamedFile> {
  for (let after = ''; ;) {
    const files = await findFilesAfter(after, READ_AT_ONCE)
    const last = files.at(-1)
    if (!last) return
    after = last.sha256
    yield* files
  }
}

async function copyFile(
  { sha256, size }: NamedFile,
  source: FileStore,
  target: FileStore,
  result: CopiedFiles,
  verify: boolean,
): Promise<void> {
  if (verify ? await isGood(target, sha256) : (await target.size(sha256)) === size) {
    result.skipped += 1
    return
  }
  const bytes = await source.get(sha256)
  if (bytes === null || sha256Hex(bytes) !== sha256) {
    const what = bytes === null ? 'is missing' : 'is damaged'
    result.failed.push({ sha256, error: `It ${what} in ${source.name}.` })
    return
  }
  await target.put(sha256, bytes)
  if (await isGood(target, sha256)) result.copied += 1
  else result.failed.push({ sha256, error: `It came back damaged from ${target.name}.` })
}

async function isGood(store: FileStore, sha256: string): Promise<boolean> {
  const bytes = await store.get(sha256)
  return bytes !== null && sha256Hex(bytes) === sha256
}

function stopped({ copied }: CopiedFiles): ServiceError {
  return new ServiceError('malformed', `Stopped. ${copiedSoFar(copied)}`)
}

function explain(error: unknown, { copied }: CopiedFiles): unknown {
  if (!isFileStoreFailure(error)) return error
  return new ServiceError('unavailable', `${explainFileFailure(error)} ${copiedSoFar(copied)}`, { cause: error })
}

const copiedSoFar = (count: number) =>
  `${count === 1 ? '1 file was' : `${count === 0 ? 'No' : count} files were`} copied in this run; ` +
  'the same command goes on from there.'
