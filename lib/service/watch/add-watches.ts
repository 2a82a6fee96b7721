import { WATCHES_OF_ADDRESS, WATCH_MS } from '@/lib/domain/watch/watch-limits'
import type { Transaction } from '@/lib/store/database/database'
import { findWatchedLineages } from '@/lib/store/watch/watched-certificates'
import { countWatchesOf, findWatchesOf, insertWatches, type NewWatch } from '@/lib/store/watch/watches'

/** Adds watches to those that somebody has, as many as may be; not those of who was erased meanwhile, nor those that they have. */
export async function addWatches(
  tx: Transaction,
  watcherId: string,
  watches: readonly NewWatch[],
): Promise<{ added: number; leftOut: number }> {
  const there = await findWatchedLineages(
    tx,
    watches.map(({ lineageId }) => lineageId),
  )
  const known = new Set(there.map(({ lineageId }) => lineageId))
  const watched = new Set((await findWatchesOf(tx, watcherId)).map(({ lineageId }) => lineageId))
  const places = Math.max(0, WATCHES_OF_ADDRESS - (await countWatchesOf(tx, watcherId)))
  const wanted = watches.filter(({ lineageId }) => known.has(lineageId) && !watched.has(lineageId))
  const added = await insertWatches(tx, watcherId, wanted.slice(0, places), watchEnd())
  return { added, leftOut: Math.max(0, wanted.length - places) }
}

/** When a watch ends that begins now, or is renewed. */
export function watchEnd(): Date {
  return new Date(Date.now() + WATCH_MS)
}
