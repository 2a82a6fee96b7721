import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { TILE_WIDTH, tilePath } from '@/lib/crypto/tlog/tile'
import { type HashTile, TreeEdge } from '@/lib/crypto/tlog/tree-edge'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'
import type { LogFault } from './log-fault'
import { readEntries, readHashTile } from './log-files'
import { LogGrammar, type LeafCounts } from './log-grammar'
import type { LogLeaf } from './log-leaf'
import type { LogReader } from './log-reader'
import { readAhead } from './read-ahead'

/** Files that are read at once: enough for a reader far away, few enough for its server. */
const AT_ONCE = 8
const MOST_FAULTS = 100

/** A tree that the leaves must give on the way. */
interface ExpectedTree {
  size: number
  root: Buffer
  /** What to call it. */
  name: string
}

export interface LogWalk {
  origin: string
  /** At least one; the largest is how far the walk goes. */
  trees: readonly ExpectedTree[]
  /** Called for every leaf that could be read, in their order. */
  onLeaf?: (index: number, leaf: LogLeaf, bytes: Buffer) => void
  onProgress?: (leaves: number, size: number) => void
  signal?: AbortSignal
}

/** What a walk found. */
interface WalkedLog {
  /** At most 100; a log that has one is convicted. */
  faults: LogFault[]
  counts: LeafCounts
  /** The names of the expected trees whose roots the leaves did not give, or that were not reached. */
  unequal: string[]
}

/**
 * Reads a whole log: every bundle, every tile, each leaf's grammar, no tag twice, and the roots that the leaves give.
 * @throws Error when the reader cannot tell what a file holds, and when the signal aborts
 */
export async function walkLog(reader: LogReader, walk: LogWalk): Promise<WalkedLog> {
  const size = Math.max(...walk.trees.map((tree) => tree.size))
  const walker = new Walker(reader, walk, size)
  const bundles = Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, index) => index)
  for await (const bundle of readAhead(bundles, AT_ONCE, (index) => walker.read(index))) {
    walk.signal?.throwIfAborted()
    if (!(await walker.take(bundle))) break
    walk.onProgress?.(walker.size, size)
  }
  return walker.finish()
}

/** What was read of one stretch of 256 leaves; the error where a file of it is missing or damaged. */
interface Bundle {
  index: number
  entries: Buffer[] | LogFormatError
  tile: Buffer | LogFormatError
}

class Walker {
  readonly faults: LogFault[] = []
  readonly #edge = new TreeEdge()
  readonly #grammar: LogGrammar
  readonly #reached = new Set<string>()

  constructor(
    readonly reader: LogReader,
    readonly walk: LogWalk,
    readonly wholeSize: number,
  ) {
    this.#grammar = new LogGrammar(walk.origin)
    this.#compareRoots()
  }

  get size(): number {
    return this.#edge.size
  }

  async read(index: number): Promise<Bundle> {
    const [entries, tile] = await Promise.all([
      orFormatError(readEntries(this.reader, this.wholeSize, index)),
      orFormatError(readHashTile(this.reader, this.wholeSize, 0, index)),
    ])
    return { index, entries, tile }
  }

  /** @returns false where the entries cannot be read: nothing behind them can be judged */
  async take({ index, entries, tile }: Bundle): Promise<boolean> {
    if (entries instanceof LogFormatError) {
      this.#fault('bundle', tileName('entries', index), entries.message)
      return false
    }
    const hashes = entries.map(leafHash)
    this.#compareTile({ level: 0, index }, Buffer.concat(hashes), tile)
    for (const [place, bytes] of entries.entries()) {
      this.#takeLeaf(index * TILE_WIDTH + place, bytes)
      const whole = this.#edge.append(hashes[place] as Buffer)
      for (const made of whole) if (made.tile.level > 0) await this.#readAndCompare(made)
      this.#compareRoots()
    }
    return this.faults.length < MOST_FAULTS
  }

  async finish(): Promise<WalkedLog> {
    if (this.size === this.wholeSize) {
      for (const made of this.#edge.partials()) if (made.tile.level > 0) await this.#readAndCompare(made)
    }
    const unequal = this.walk.trees.filter(({ name }) => !this.#reached.has(name)).map(({ name }) => name)
    return { faults: this.faults.slice(0, MOST_FAULTS), counts: this.#grammar.counts, unequal }
  }

  #takeLeaf(index: number, bytes: Buffer): void {
    const { leaf, fault } = this.#grammar.take(index, bytes)
    if (fault) this.#fault(fault[0], `leaf ${index}`, fault[1])
    if (leaf) this.walk.onLeaf?.(index, leaf, bytes)
  }

  async #readAndCompare({ tile, bytes }: HashTile): Promise<void> {
    const stored = await orFormatError(readHashTile(this.reader, this.wholeSize, tile.level, tile.index))
    this.#compareTile(tile, bytes, stored)
  }

  #compareTile(
    { level, index }: { level: number; index: number },
    right: Buffer,
    stored: Buffer | LogFormatError,
  ): void {
    const problem = stored instanceof LogFormatError ? stored.message : 'The tile is not what the entries give.'
    if (stored instanceof LogFormatError || !stored.equals(right)) this.#fault('tile', tileName(level, index), problem)
  }

  #compareRoots(): void {
    for (const { name, size, root } of this.walk.trees) {
      if (size !== this.#edge.size) continue
      if (root.equals(this.#edge.root())) this.#reached.add(name)
      else this.#fault('root', `size ${size}`, `The root of ${name} is not what the entries give.`)
    }
  }

  #fault(code: LogFault['code'], where: string, sentence: string): void {
    this.faults.push({ code, where, sentence })
  }
}

/** A tile by its place, whichever width of it was read. */
function tileName(level: number | 'entries', index: number): string {
  return tilePath({ level, index, width: TILE_WIDTH })
}

async function orFormatError<T>(read: Promise<T>): Promise<T | LogFormatError> {
  try {
    return await read
  } catch (error) {
    if (error instanceof LogFormatError) return error
    throw error
  }
}
