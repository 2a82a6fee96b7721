import { env } from '@/lib/env'
import { findUnshared, settleFile } from '@/lib/store/erasure/erasures'
import { openFileStore } from '@/lib/store/files/file-store'
import type { FileStore } from '@/lib/store/files/stored-files'

/** The result of deleting the files of an erasure. */
interface RemovedFiles {
  /** How many were in no store. */
  notFound: number
  /** Where they were looked for, as the operator knows the places. */
  places: string[]
}

/**
 * Deletes the files of an erasure from both stores: `certs files copy` leaves what it copied. Each is taken off what is
 * pending as it goes; one that was found nowhere stays, since it may be in a store that this configuration does not name.
 * @param options `goneIsDone` takes those for deleted, too
 * @throws ServiceError `unavailable` when a store cannot be used
 */
export async function removeErasedFiles(
  { lineageId, pending }: { lineageId: string; pending: readonly string[] },
  { goneIsDone }: { goneIsDone: boolean },
): Promise<RemovedFiles> {
  const stores = (['folder', 's3'] as const).flatMap((kind) => openFileStore(kind, env()) ?? [])
  const unshared = new Set(await findUnshared(pending))
  let notFound = 0
  for (const sha256 of pending) {
    const isDone = !unshared.has(sha256) || (await removeFrom(stores, sha256)) || goneIsDone
    if (isDone) await settleFile(lineageId, sha256)
    else notFound += 1
  }
  return { notFound, places: stores.map(({ name }) => name) }
}

async function removeFrom(stores: readonly FileStore[], sha256: string): Promise<boolean> {
  let found = false
  for (const store of stores) found = (await store.remove(sha256)) || found
  return found
}
