import { parseDecimal } from './decimal'

/** Hashes, or entries, in a whole tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256
const HIGHEST_LEVEL = 63

/** A tile of hashes, or with level `entries` a bundle of log entries. */
export interface Tile {
  level: number | 'entries'
  /** Counted within the level, from 0. */
  index: number
  /** 1 to 256; below 256 it is a partial tile. */
  width: number
}

/** The path of a tile below the log's address (C2SP tlog-tiles): `tile/<L>/<N>[.p/<W>]`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  const name = groups.map((group, place) => (place === groups.length - 1 ? group : `x${group}`)).join('/')
  return `tile/${level}/${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/** The inverse of `tilePath`; null for every other text. */
export function parseTilePath(path: string): Tile | null {
  const parts = /^tile\/(\d{1,2}|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path)
  if (!parts) return null
  const level: Tile['level'] | null = parts[1] === 'entries' ? 'entries' : parseDecimal(parts[1] ?? '')
  const index = parseDecimal((parts[2] ?? '').replace(/[x/]/g, '').replace(/^0+(?=\d)/, ''))
  const width = parts[3] === undefined ? TILE_WIDTH : parseDecimal(parts[3])
  if (level === null || index === null || width === null || (level !== 'entries' && level > HIGHEST_LEVEL)) return null
  const tile = { level, index, width }
  // One path for one tile: `tile/0/x000/001` and `.p/256` are spelled otherwise.
  return width > 0 && tilePath(tile) === path ? tile : null
}

/** Every partial tile of hashes of a tree, from the lowest level up; an empty one does not exist. */
export function partialTiles(size: number): (Tile & { level: number })[] {
  const tiles: (Tile & { level: number })[] = []
  for (let [level, count] = [0, size]; count > 0; [level, count] = [level + 1, Math.floor(count / TILE_WIDTH)]) {
    const width = count % TILE_WIDTH
    if (width > 0) tiles.push({ level, index: Math.floor(count / TILE_WIDTH), width })
  }
  return tiles
}

/** The tile, whole or partial, that a tree of this size has at a place; null where it has none. */
export function tileAt(size: number, level: number | 'entries', index: number): Tile | null {
  const count = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level))
  const width = Math.min(TILE_WIDTH, count - index * TILE_WIDTH)
  return width > 0 ? { level, index, width } : null
}
