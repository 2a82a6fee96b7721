import { access, constants, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { LogStore } from '@/lib/domain/log/log-store'
import { type Env, env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { resolveDataDir } from '@/lib/store/database/data-dir'
import { configuredS3 } from '@/lib/store/files/configured-s3'
import { makeFolder, rightsIn } from '@/lib/store/files/shared-rights'
import { journalFolder } from '@/lib/store/journal/open-journal'
import { LogFolder } from './log-folder'
import { S3Log } from './s3-log'

const holder = globalThis as typeof globalThis & {
  certificateServiceLog?: { for: Env; store: Promise<LogStore> }
}

/**
 * Where the log of this service lies: `LOG_DIR`, else the bucket where one is configured, else `log` under `DATA_DIR`.
 * @throws Error where it cannot lie there, or cannot be reached now
 */
export function logStore(): Promise<LogStore> {
  const configuration = env()
  if (holder.certificateServiceLog?.for !== configuration) {
    const store = openLogStore(configuration)
    holder.certificateServiceLog = { for: configuration, store }
    store.catch(() => {
      if (holder.certificateServiceLog?.store === store) delete holder.certificateServiceLog
    })
  }
  return holder.certificateServiceLog.store
}

async function openLogStore(configuration: Env): Promise<LogStore> {
  const folder = logFolder(configuration)
  if (folder !== null) return new LogFolder(folder)
  const bucket = configuredS3(configuration)
  if (!bucket) throw new Error('the log has neither a folder nor a bucket')
  return S3Log.open(bucket)
}

/** The folder in which the log of this service lies; null where it lies in a bucket. */
export function logFolder(configuration: Env = env()): string | null {
  if (configuration.LOG_DIR === undefined && configuredS3(configuration)) return null
  return resolve(resolveDataDir(configuration), configuration.LOG_DIR ?? 'log')
}

/**
 * Tries whether the log can be written, before something is promised that needs it. A bucket was tried when it was opened.
 * @throws ServiceError `unavailable`, naming the folder
 */
export async function requireWritableLog(): Promise<void> {
  const folder = logFolder()
  if (folder === null) return void (await logStore())
  try {
    await makeFolder(folder, { owner: (await rightsIn(folder)).owner })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const sentence = `The folder of the public log, ${folder}, cannot be written (${code ?? message}). Nothing was done.`
    throw new ServiceError('unavailable', `${sentence} Make it for the service’s users, or name another in LOG_DIR.`, {
      cause,
    })
  }
}

/** The folder of the journal, for the newest head of the log. It is never made here: where it is gone, its disk may be. */
export function headStore(): LogStore {
  const folder = new LogFolder(journalFolder())
  return {
    read: (path, most) => folder.read(path, most),
    claim: (path, bytes) => folder.claim(path, bytes),
    unclaim: (path) => folder.unclaim(path),
    fence: (path) => folder.fence(path),
    put: async (path, bytes, mayStill) => {
      await stat(localPath(folder.folder, '.'))
      await folder.put(path, bytes, mayStill)
    },
  }
}
