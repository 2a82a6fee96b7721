import { rm } from 'node:fs/promises'
import { parseTilePath, partialTiles, TILE_WIDTH, tileAt, tilePath } from '@/lib/crypto/tlog/tile'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { localPath } from '@/lib/local-path'
import type { LogFolder } from './log-folder'

/**
 * A log that is read once: what was verified comes out of a copy of ours, everything else out of the log, and goes into
 * the copy. The copy is the log at its checkpoint, which is written last.
 */
export class MirroredLog implements LogReader {
  /**
   * @param verifiedSize how many leaves the copy has that were verified: whatever it holds behind them may be anything
   */
  constructor(
    private readonly log: LogReader,
    private readonly copy: LogFolder,
    private readonly verifiedSize: number,
  ) {}

  async read(path: string, most: number): Promise<Buffer | null> {
    const kept = this.#isVerified(path) ? await this.copy.read(path, most) : null
    if (kept) return kept
    const bytes = await this.log.read(path, most)
    if (bytes && parseTilePath(path)) await this.copy.put(path, bytes)
    return bytes
  }

  /** Makes the copy one of a larger tree, all of which was read through this and verified. */
  async keep(size: number, notes: ReadonlyMap<string, string>): Promise<void> {
    for (const [path, note] of notes) await this.copy.put(path, Buffer.from(note))
    if (size === this.verifiedSize) return
    const old = [...partialTiles(this.verifiedSize), lastBundle(this.verifiedSize)].filter((tile) => tile !== null)
    for (const tile of old) {
      if (tile.width < TILE_WIDTH) await rm(localPath(this.copy.folder, tilePath(tile)), { force: true })
    }
  }

  #isVerified(path: string): boolean {
    const tile = parseTilePath(path)
    if (tile === null || tile.width < TILE_WIDTH) return false
    const height = tile.level === 'entries' ? 1 : tile.level + 1
    return (tile.index + 1) * TILE_WIDTH ** height <= this.verifiedSize
  }
}

function lastBundle(size: number) {
  return tileAt(size, 'entries', Math.floor(size / TILE_WIDTH))
}
