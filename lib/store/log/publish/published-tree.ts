import { parseEntryBundle } from '@/lib/crypto/tlog/entry-bundle'
import { partialTiles, TILE_WIDTH, tileAt, tilePath } from '@/lib/crypto/tlog/tile'
import { TreeEdge } from '@/lib/crypto/tlog/tree-edge'
import { HASH_BYTES } from '@/lib/crypto/tlog/tree-hash'
import { LONGEST_LEAF } from '@/lib/domain/log/log-leaf'
import type { LogStore } from '@/lib/domain/log/log-store'
import { LogFilesMissing, LogStopped } from './log-stopped'

/** A tree as it was published last, and what is needed to go on. */
export interface PublishedTree {
  edge: TreeEdge
  /** The leaves of its partial bundle. */
  tail: Buffer[]
}

/**
 * Takes a tree up from the files that were published of it.
 * @throws LogStopped where they are those of another tree; LogFilesMissing
 */
export async function readPublishedTree(
  store: LogStore,
  { size, root }: { size: number; root: Buffer },
): Promise<PublishedTree> {
  const edge = await readEdge(store, size)
  if (!edge.root().equals(root)) throw new LogStopped('The tiles of the log are not those of its tree.')
  return { edge, tail: await readTail(store, size) }
}

async function readEdge(store: LogStore, size: number): Promise<TreeEdge> {
  const partials = await Promise.all(
    partialTiles(size).map(async (tile) => {
      const bytes = await store.read(tilePath(tile), TILE_WIDTH * HASH_BYTES)
      if (bytes?.length !== tile.width * HASH_BYTES) throw new LogFilesMissing(`The tile ${tilePath(tile)} is missing.`)
      return { tile, bytes }
    }),
  )
  return TreeEdge.of(size, partials)
}

async function readTail(store: LogStore, size: number): Promise<Buffer[]> {
  const bundle = tileAt(size, 'entries', Math.floor(size / TILE_WIDTH))
  if (!bundle) return []
  const bytes = await store.read(tilePath(bundle), TILE_WIDTH * (2 + LONGEST_LEAF))
  if (!bytes) throw new LogFilesMissing(`The bundle ${tilePath(bundle)} is missing.`)
  return parseEntryBundle(bytes, bundle.width)
}
