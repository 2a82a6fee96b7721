import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { parseTilePath } from '@/lib/crypto/tlog/tile'
import { requireWholeTile } from '@/lib/domain/log/log-files'
import type { LogStore } from '@/lib/domain/log/log-store'
import { ServiceError, undetermined } from '@/lib/errors'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { readLogState } from '@/lib/store/log/log-state'
import { logStore } from '@/lib/store/log/open-log-store'

/** A file of the log as it is served. */
interface ServedLogFile {
  bytes: Buffer
  mediaType: string
  caching: string
}

const CHECKPOINT = 'checkpoint'
const NOTES = [CHECKPOINT, 'checkpoint.witnessed']
const KEYS = 'vkeys'
/** A key, and from and until when it signed. */
const KEY_LINES = /^(\S+ \S+ \S+\n)+$/
const TEXT = 'text/plain; charset=utf-8'
/** A whole bundle of the longest leaves. */
const MOST_BYTES = 3 * 1024 * 1024

/**
 * A file of the public log (spec part 18, section 2). Asks no database where the log has a checkpoint.
 * @param path below the log's address
 * @throws ServiceError `not_found`; `unavailable` where the log's files cannot be read, are gone, or are not what is read there
 */
export async function getLogFile(path: string): Promise<ServedLogFile> {
  const kind = kindOf(path)
  if (!kind) throw notFound()
  const store = await logStore()
  const bytes = await readWhole(store, path)
  if (bytes) return { bytes, ...kind }
  await requireFiles(store)
  throw notFound()
}

/** Whatever stands before the store may answer for it, and a tile is kept by whoever reads it for a year. */
async function readWhole(store: LogStore, path: string): Promise<Buffer | null> {
  try {
    const bytes = await store.read(path, MOST_BYTES)
    const tile = parseTilePath(path)
    if (bytes && tile) requireWholeTile(tile, bytes)
    if (bytes && NOTES.includes(path)) parseNote(bytes)
    if (bytes && path === KEYS && !KEY_LINES.test(bytes.toString())) throw new LogFormatError('These are no keys.')
    return bytes
  } catch (error) {
    throw error instanceof LogFormatError ? undetermined(error) : error
  }
}

/** Files that are gone must not look like those of a service that has no log. */
async function requireFiles(store: LogStore): Promise<void> {
  if (await store.read(CHECKPOINT, MOST_BYTES)) return
  const state = await servingGuard().run(() => readOnServingPool(readLogState))
  if (state) throw undetermined('the files of the public log are not where they were')
}

function kindOf(path: string): Omit<ServedLogFile, 'bytes'> | null {
  if (NOTES.includes(path)) return { mediaType: TEXT, caching: 'public, max-age=2' }
  if (path === KEYS) return { mediaType: TEXT, caching: 'public, max-age=300' }
  if (parseTilePath(path) === null) return null
  return { mediaType: 'application/octet-stream', caching: 'public, max-age=31536000, immutable' }
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'The public log has no such file.')
}
