import { TILE_WIDTH, type Tile } from './tile'
import { HASH_BYTES, rootOf } from './tree-hash'

export interface HashTile {
  tile: Tile & { level: number }
  /** 32 bytes a hash. */
  bytes: Buffer
}

/** The right edge of a growing tree: the hashes of its partial tiles, which is all that must be known to go on. */
export class TreeEdge {
  #size = 0
  /** Of each level the hashes of the tile that is not whole yet. */
  readonly #levels: Buffer[][] = []

  /**
   * The edge of a tree that is there already.
   * @param partials the bytes of every tile of `partialTiles(size)`; their root is the caller's to compare
   */
  static of(size: number, partials: readonly HashTile[]): TreeEdge {
    const edge = new TreeEdge()
    edge.#size = size
    for (const { tile, bytes } of partials) {
      while (edge.#levels.length <= tile.level) edge.#levels.push([])
      edge.#levels[tile.level] = hashesOf(bytes)
    }
    return edge
  }

  get size(): number {
    return this.#size
  }

  /**
   * Adds a leaf.
   * @param hash the leaf's
   * @returns the tiles that it made whole, from the lowest level up
   */
  append(hash: Buffer): HashTile[] {
    this.#size++
    const whole: HashTile[] = []
    let [level, next]: [number, Buffer | null] = [0, hash]
    for (; next !== null; level++) {
      const row = (this.#levels[level] ??= [])
      row.push(next)
      next = null
      if (row.length < TILE_WIDTH) break
      const index = Math.floor(this.#size / TILE_WIDTH ** (level + 1)) - 1
      whole.push({ tile: { level, index, width: TILE_WIDTH }, bytes: Buffer.concat(row) })
      next = rootOf(row)
      this.#levels[level] = []
    }
    return whole
  }

  /** The root of the tree as it is now. */
  root(): Buffer {
    let carried: Buffer[] = []
    for (const row of this.#levels) {
      const all = [...row, ...carried]
      carried = all.length > 0 ? [rootOf(all)] : []
    }
    return rootOf(carried)
  }

  /** The partial tiles as they are now, from the lowest level up. */
  partials(): HashTile[] {
    return this.#levels.flatMap((row, level) => {
      const index = Math.floor(this.#size / TILE_WIDTH ** (level + 1))
      return row.length === 0 ? [] : [{ tile: { level, index, width: row.length }, bytes: Buffer.concat(row) }]
    })
  }
}

/** The hashes of a tile, one after the other. */
export function hashesOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, place) =>
    bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  )
}
