import { parseEntryBundle } from '@/lib/crypto/tlog/entry-bundle'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { TILE_WIDTH, type Tile, tileAt, tilePath } from '@/lib/crypto/tlog/tile'
import { HASH_BYTES } from '@/lib/crypto/tlog/tree-hash'
import { LONGEST_LEAF } from './log-leaf'
import type { LogReader } from './log-reader'

const MOST_BUNDLE_BYTES = TILE_WIDTH * (2 + LONGEST_LEAF)
const MOST_TILE_BYTES = TILE_WIDTH * HASH_BYTES

/**
 * Reads the entries of one bundle of a tree.
 * @param index of the bundle, which the tree has
 * @throws LogFormatError when it is missing or damaged
 */
export async function readEntries(reader: LogReader, size: number, index: number): Promise<Buffer[]> {
  const bundle = requireTile(size, 'entries', index)
  const part = await reader.read(tilePath(bundle), MOST_BUNDLE_BYTES)
  if (part) return parseEntryBundle(part, bundle.width)
  const whole = await readWhole(reader, bundle, MOST_BUNDLE_BYTES)
  return parseEntryBundle(whole, TILE_WIDTH).slice(0, bundle.width)
}

/**
 * Reads the hashes of one tile of a tree.
 * @param index of the tile, which the tree has
 * @throws LogFormatError when it is missing or of another length
 */
export async function readHashTile(reader: LogReader, size: number, level: number, index: number): Promise<Buffer> {
  const tile = requireTile(size, level, index)
  const part = await reader.read(tilePath(tile), MOST_TILE_BYTES)
  const bytes = part ?? (await readWhole(reader, tile, MOST_TILE_BYTES)).subarray(0, tile.width * HASH_BYTES)
  if (bytes.length !== tile.width * HASH_BYTES) throw new LogFormatError('The tile is of another length.')
  return bytes
}

/**
 * Checks that bytes are as many as a tile, or a bundle, has.
 * @throws LogFormatError
 */
export function requireWholeTile({ level, width }: Tile, bytes: Buffer): void {
  if (level === 'entries') parseEntryBundle(bytes, width)
  else if (bytes.length !== width * HASH_BYTES) throw new LogFormatError('The tile is of another length.')
}

function requireTile(size: number, level: Tile['level'], index: number): Tile {
  const tile = tileAt(size, level, index)
  if (!tile) throw new RangeError('the tree has no such tile')
  return tile
}

/** A partial tile may have given way to the whole one (C2SP tlog-tiles, "Partial Tiles"). */
async function readWhole(reader: LogReader, tile: Tile, most: number): Promise<Buffer> {
  const bytes = tile.width === TILE_WIDTH ? null : await reader.read(tilePath({ ...tile, width: TILE_WIDTH }), most)
  if (!bytes) throw new LogFormatError('The file is missing.')
  return bytes
}
