import { parseTilePath } from '@/lib/crypto/tlog/tile'
import { ServiceError } from '@/lib/errors'
import { logStore } from '@/lib/store/log/open-log-store'

/** A file of the log as it is served. */
interface ServedLogFile {
  bytes: Buffer
  mediaType: string
  caching: string
}

const TEXT = 'text/plain; charset=utf-8'
/** A whole bundle of the longest leaves. */
const MOST_BYTES = 3 * 1024 * 1024

/**
 * A file of the public log (spec part 18, section 2). Asks no database.
 * @param path below the log's address
 * @throws ServiceError `not_found`; `unavailable` where the log's files cannot be read
 */
export async function getLogFile(path: string): Promise<ServedLogFile> {
  const kind = kindOf(path)
  if (!kind) throw notFound()
  const bytes = await (await logStore()).read(path, MOST_BYTES)
  if (!bytes) throw notFound()
  return { bytes, ...kind }
}

function kindOf(path: string): Omit<ServedLogFile, 'bytes'> | null {
  if (path === 'checkpoint' || path === 'checkpoint.witnessed') {
    return { mediaType: TEXT, caching: 'public, max-age=2' }
  }
  if (path === 'vkeys') return { mediaType: TEXT, caching: 'public, max-age=300' }
  if (parseTilePath(path) === null) return null
  return { mediaType: 'application/octet-stream', caching: 'public, max-age=31536000, immutable' }
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'The public log has no such file.')
}
