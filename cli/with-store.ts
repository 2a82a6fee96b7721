import { env } from '@/lib/env'
import { closeRenderPool } from '@/lib/render/certificate/render-certificate'
import { requireRememberedBaseUrl } from '@/lib/service/operation/remember-base-url'
import { closeDatabase } from '@/lib/store/database/database'
import { prepareStore, type StoreOptions } from '@/lib/store/database/prepare-store'

/**
 * Runs a command with the database open and migrated. A database that was not running is started for it, and stopped
 * afterwards.
 * @param isBound whether the work needs the BASE_URL that the database remembers
 * @param options as of `prepareStore`
 * @returns what the work returns
 * @throws ServiceError `malformed` before the work has begun, under another BASE_URL
 */
export async function withStore<T>(isBound: boolean, work: () => Promise<T>, options: StoreOptions = {}): Promise<T> {
  const isOwnDatabase = env().DATABASE_URL === undefined
  const store = await prepareStore((sentence) => process.stderr.write(`${sentence}\n`), options)
  try {
    if (isBound) await requireRememberedBaseUrl(isOwnDatabase)
    return await work()
  } finally {
    await closeRenderPool()
    await closeDatabase()
    await store.release()
  }
}
