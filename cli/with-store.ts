import { prepareStore } from '@/lib/store/prepare-store'

/**
 * Runs a command with the database open: started when nobody has started it yet, migrated, and left as it was found.
 * @returns the command's exit code
 */
export async function withStore(work: () => Promise<number>): Promise<number> {
  const { closeDatabase } = await import('@/lib/store/database')
  const store = await prepareStore((sentence) => process.stderr.write(`${sentence}\n`))
  try {
    return await work()
  } finally {
    await closeDatabase()
    await store.release()
  }
}
