import { closeRenderPool } from '@/lib/render/render-certificate'
import { closeDatabase } from '@/lib/store/database'
import { prepareStore } from '@/lib/store/prepare-store'

/**
 * Runs a command with the database open: started when nobody has started it yet, migrated, and left as it was found.
 * @returns what the work returns
 */
export async function withStore<T>(work: () => Promise<T>): Promise<T> {
  const store = await prepareStore((sentence) => process.stderr.write(`${sentence}\n`))
  try {
    return await work()
  } finally {
    await closeRenderPool()
    await closeDatabase()
    await store.release()
  }
}
