import { env } from '@/lib/env'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { markErased } from '@/lib/store/designs/designs'
import { findUnshared } from '@/lib/store/erasure/erasures'
import { openFileStore } from '@/lib/store/files/file-store'

/**
 * Erases pictures of signatures for good: no version shows them any more, and their files are deleted, unless something else
 * needs them. Files that were issued still show them.
 * @param record writes in the same transaction, once for all
 * @throws ServiceError `unavailable` when a store cannot be used; then nothing is marked, and it can be done again
 */
export async function eraseSignatures(
  issuerId: string,
  pictures: readonly string[],
  record: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await transaction(async (tx) => {
    const erased = await markErased(tx, issuerId, pictures)
    if (erased.length === 0) return
    await record(tx)
    await removeUnshared(tx, erased)
  })
}

/**
 * Deletes the files of pictures that were marked as erased, unless something else needs them.
 * @throws ServiceError `unavailable` when a store cannot be used
 */
export async function removeUnshared(tx: Transaction, erased: readonly string[]): Promise<void> {
  // Both stores: copying leaves what was copied.
  const stores = (['folder', 's3'] as const).flatMap((kind) => openFileStore(kind, env()) ?? [])
  for (const sha256 of await findUnshared(erased, tx)) {
    for (const store of stores) await store.remove(sha256)
  }
}
