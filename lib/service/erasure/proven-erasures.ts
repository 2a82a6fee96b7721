import type { SignedEvent } from '@/lib/domain/history/event'
import { findErasedEntries, findUnknownLineages } from '@/lib/store/erasure/erased-entries'
import { knowsHistory } from '@/lib/store/journal/journal-watch'
import type { Querying } from '@/lib/store/keys/sealed-rows'
import { genuineRecords } from '../journal/genuine-record'

/**
 * The lineages whose history says, signed by the service, that they were erased: nothing is deleted for any other. A row of
 * `erasures` can be added by anyone who writes to the database.
 * @param lineageIds those that are asked for; null for all
 * @returns without those whose entry fails its check or cannot be checked
 * @throws ServiceError `unavailable` without KEY_ENCRYPTION_KEY
 */
export async function findSignedErasures(lineageIds: readonly string[] | null, db?: Querying): Promise<Set<string>> {
  const entries = await findErasedEntries(lineageIds, db)
  return entries.length === 0 ? new Set() : signedAmong(entries)
}

async function signedAmong(entries: readonly SignedEvent[]): Promise<Set<string>> {
  const isGenuine = await genuineRecords()
  const signed = entries.filter((event) => isGenuine({ kind: 'event', position: 0, event }))
  return new Set(signed.map(({ chainId }) => chainId))
}

/**
 * Those of the lineages of which a restored database holds nothing, and which the journal knows: a replay noted that they were
 * erased, and there is nothing left to delete.
 * @throws ServiceError `unavailable` when nobody can tell what the journal knows
 */
export async function findJournalledErasures(lineageIds: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const lineageId of await findUnknownLineages(lineageIds)) if (await knowsHistory(lineageId)) known.add(lineageId)
  return known
}
