import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { vacuumErased } from '@/lib/store/erasure/erase-rows'
import { findUnfinished, findUnshared, finishErasure } from '@/lib/store/erasure/erasures'
import { readChainEvents } from '@/lib/store/event-log'
import { openFileStore } from '@/lib/store/file-store'
import { withOwnConnection } from '@/lib/store/journal/journal-watch'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { personalEnclosures } from './erase-lineage'

/**
 * Completes erasures that are committed: files and the sealed parts in the journal are deleted, and the database gives up
 * the rows. Again is harmless.
 * @param lineageId of one erasure; left out, all that are not complete
 * @returns how many were completed
 * @throws ServiceError `unavailable` when a store cannot be reached: the same again goes on
 */
export async function finishErasures(lineageId: string | null = null): Promise<number> {
  const unfinished = await findUnfinished(lineageId)
  for (const { lineageId: one, pending } of unfinished) {
    try {
      await removeFiles(await findUnshared(pending))
      for (const name of personalEnclosures(await readChainEvents(one))) await journalFiles().removeEnclosure(name)
    } catch (cause) {
      log.error({ err: cause, lineage: one }, 'an erasure is not complete')
      const sentence =
        'The data is erased from the database; files or the journal could not be reached. Run the same command again.'
      throw new ServiceError('unavailable', sentence, { cause })
    }
  }
  if (unfinished.length === 0) return 0
  await withOwnConnection(vacuumErased)
  for (const { lineageId: one } of unfinished) await finishErasure(one)
  return unfinished.length
}

/** From both stores: `certs files copy` leaves what it copied. */
async function removeFiles(files: readonly string[]): Promise<void> {
  for (const kind of ['folder', 's3'] as const) {
    const store = openFileStore(kind, env())
    for (const sha256 of files) await store?.remove(sha256)
  }
}
