import type { SubtreeHashes } from './subtree-hashes'
import { type Tile, tileAt } from './tile'
import { hashesOf } from './tree-edge'
import { rootOf } from './tree-hash'

const TILE_HEIGHT = 8

/**
 * The hashes of subtrees, out of the tiles of a tree, for making proofs.
 * @param readTile gives the bytes of a tile, exactly 32 for each hash of its width
 */
export function tileHashes(size: number, readTile: (tile: Tile) => Promise<Buffer>): SubtreeHashes {
  return async (height, index) => {
    const level = Math.floor(height / TILE_HEIGHT)
    const count = 2 ** (height % TILE_HEIGHT)
    const first = index * count
    const tile = tileAt(size, level, Math.floor(first / 2 ** TILE_HEIGHT))
    const offset = first % 2 ** TILE_HEIGHT
    if (!tile || offset + count > tile.width) throw new RangeError('the tree has no such subtree')
    return rootOf(hashesOf(await readTile(tile)).slice(offset, offset + count))
  }
}
