import { setImmediate as turn } from 'node:timers/promises'
import type { Signer } from '@/lib/crypto/signature/signer'
import { type Checkpoint, formatCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { checkConsistencyProof, makeConsistencyProof } from '@/lib/crypto/tlog/consistency-proof'
import type { NoteKey } from '@/lib/crypto/tlog/note-key'
import { cosignNote, signNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, type NoteSignature, parseNote, type SignedNote } from '@/lib/crypto/tlog/signed-note'
import { TILE_WIDTH, tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import { TreeEdge } from '@/lib/crypto/tlog/tree-edge'
import { HASH_BYTES, leafHash } from '@/lib/crypto/tlog/tree-hash'
import type { LogStore } from '@/lib/domain/log/log-store'
import { readAhead } from '@/lib/domain/log/read-ahead'
import { growTree } from '@/lib/domain/log/tree-files'
import { LogFilesMissing, LogStopped } from './log-stopped'
import { type PublishedTree, readPublishedTree } from './published-tree'
import {
  CHECKPOINT,
  claimNext,
  HEAD,
  MOST_NOTE_BYTES,
  readHead,
  refuseLater,
  requireClaim,
  WITNESSED,
} from './refuse-later'

/** Files that are written at once. */
const AT_ONCE = 8

interface PublisherOptions {
  origin: string
  store: LogStore
  /** Keeps the newest tree that was signed apart from the log: the journal's folder. */
  journal: LogStore
  /** One, or two while one follows another. */
  keys: readonly HeldKey[]
  /** Our own witness: it gives each checkpoint the time of its signing. */
  ownWitness?: HeldKey
  /** Throws once somebody else may publish the log. */
  mayStill?: (() => Promise<void>) | undefined
}

interface HeldKey {
  key: NoteKey
  signer: Signer
}

/**
 * Publishes a log, batch by batch (spec part 18, section 3, steps 2 to 4): claims the one successor of the published tree,
 * writes its tiles, notes its head, and signs it last. Each step can be done again, so that after a crash the same batch
 * is simply published again.
 */
export class LogPublisher {
  readonly #options: PublisherOptions
  #published: PublishedTree

  private constructor(options: PublisherOptions, published: PublishedTree) {
    this.#options = options
    this.#published = published
  }

  /**
   * Takes a log up where it was published last.
   * @param published the tree that was published last
   * @param committed the tree with everything that is still to be published: nobody may have signed a later one
   * @throws LogStopped when somebody has, or when the files of the log are not those of this tree
   */
  static async open(
    options: PublisherOptions,
    published: Omit<Checkpoint, 'origin'>,
    committed: Omit<Checkpoint, 'origin'>,
  ): Promise<LogPublisher> {
    for (const path of [CHECKPOINT, WITNESSED]) await options.store.fence(path)
    await options.journal.fence(HEAD)
    await refuseLater(options, { origin: options.origin, ...committed })
    return new LogPublisher(options, await readPublishedTree(options.store, published))
  }

  /** How many leaves are published. */
  get size(): number {
    return this.#published.edge.size
  }

  /** The root of the tree once these leaves follow. */
  async rootAfter(leaves: readonly Buffer[]): Promise<Buffer> {
    const { edge: old } = this.#published
    const edge = TreeEdge.of(old.size, old.partials())
    for (const leaf of leaves) {
      edge.append(leafHash(leaf))
      if (edge.size % TILE_WIDTH === 0) await turn()
    }
    return edge.root()
  }

  /**
   * Publishes the next leaves.
   * @param leaves those behind the published ones, in the order that they have for ever
   * @param root that the tree then has, by whoever gave them their places
   * @returns the signed checkpoint, which is published once this resolves
   * @throws LogStopped when another tree was claimed to follow; LogFilesMissing; any other error leaves it as it was, to be tried again
   */
  async publish(leaves: readonly Buffer[], root: Buffer): Promise<SignedNote> {
    const { origin, store, journal, mayStill } = this.#options
    const { edge: old, tail } = this.#published
    const edge = TreeEdge.of(old.size, old.partials())
    const grown = await growTree(edge, tail, leaves)
    if (!edge.root().equals(root)) throw new LogStopped('The leaves do not give the root that they were entered under.')
    await this.#requireFiles()
    const text = formatCheckpoint({ origin, size: edge.size, root })
    if (leaves.length > 0) {
      await claimNext(store, old.size, text)
      const written = readAhead(grown.files, AT_ONCE, ({ path, bytes }) => store.put(path, bytes))
      while (!(await written.next()).done) continue
    }
    const stands = leaves.length > 0 ? () => requireClaim(store, old.size, text, mayStill) : mayStill
    await journal.put(HEAD, Buffer.from(text), stands)
    const note = await this.#sign(text)
    await store.put(CHECKPOINT, Buffer.from(formatNote(note)), stands)
    this.#published = { edge, tail: grown.tail }
    return note
  }

  /**
   * Publishes a checkpoint again, with the signatures of those who confirmed it.
   * @param text of a checkpoint that was published
   * @param isQuorum whether they are as many as the log's policy asks for
   * @throws LogStopped when somebody has published or claimed a later one
   */
  async confirm(text: string, cosignatures: readonly NoteSignature[], isQuorum: boolean): Promise<SignedNote> {
    const { origin, store, mayStill } = this.#options
    const { edge } = this.#published
    await this.#requireFiles()
    // Another primary may have published since: its checkpoint is not put back to ours.
    await refuseLater(this.#options, { origin, size: edge.size, root: edge.root() })
    const signed = await this.#sign(text)
    const note = { text, signatures: [...signed.signatures, ...cosignatures] }
    const bytes = Buffer.from(formatNote(note))
    if (isQuorum) await store.put(WITNESSED, bytes, mayStill)
    if (text === this.text()) await store.put(CHECKPOINT, bytes, mayStill)
    return note
  }

  /**
   * Signs again what is published where a key signed it that no longer signs, or one did not that does, or where the newest
   * checkpoint is an older one. What others confirmed stays: they confirmed the tree.
   */
  async renew(): Promise<void> {
    const { origin, store, keys, ownWitness, mayStill } = this.#options
    for (const path of [WITNESSED, CHECKPOINT]) {
      const bytes = await store.read(path, MOST_NOTE_BYTES)
      if (!bytes) continue
      const old = parseNote(bytes)
      // An older checkpoint in the newest one's place was put back there.
      const { text, signatures } = path === CHECKPOINT && old.text !== this.text() ? await this.#sign(this.text()) : old
      const signed = signatures.filter(({ name }) => name === origin).map(({ keyId }) => keyId)
      const isSame =
        text === old.text && signed.length === keys.length && keys.every(({ key }) => signed.includes(key.id))
      // Somebody who had the old key may have put anything there.
      if (isSame || !(await this.#leadsHere(old.text))) continue
      const isOthers = ({ name }: NoteSignature) => name !== origin && name !== ownWitness?.key.name
      const own = await this.#sign(text)
      const renewed = { text, signatures: [...own.signatures, ...signatures.filter(isOthers)] }
      await store.put(path, Buffer.from(formatNote(renewed)), mayStill)
    }
  }

  /**
   * A folder whose disk was taken away meanwhile is there, and empty: nothing is begun in it that the disk would not have later. Where the
   * checkpoint alone is gone, it is written again.
   */
  async #requireFiles(): Promise<void> {
    const { store } = this.#options
    const { edge } = this.#published
    if (edge.size > 0 && (await store.read(CHECKPOINT, MOST_NOTE_BYTES)) === null)
      await readPublishedTree(store, { size: edge.size, root: edge.root() })
  }

  /** Whether the published tree begins with that of a checkpoint. */
  async #leadsHere(text: string): Promise<boolean> {
    const { origin, store } = this.#options
    const { edge } = this.#published
    const old = readHead(text)
    if (old.origin !== origin || old.size > edge.size) return false
    const hashes = tileHashes(edge.size, async (tile) => {
      const bytes = await store.read(tilePath(tile), TILE_WIDTH * HASH_BYTES)
      if (!bytes) throw new LogFilesMissing(`The tile ${tilePath(tile)} is missing.`)
      return bytes
    })
    const proof = await makeConsistencyProof(hashes, old.size, edge.size)
    return checkConsistencyProof(proof, old, { size: edge.size, root: edge.root() })
  }

  /** The text of the newest checkpoint. */
  text(): string {
    const { edge } = this.#published
    return formatCheckpoint({ origin: this.#options.origin, size: edge.size, root: edge.root() })
  }

  /** The newest checkpoint, signed as it is published. */
  signed(): Promise<SignedNote> {
    return this.#sign(this.text())
  }

  /** The keys that sign it. */
  keys(): NoteKey[] {
    return this.#options.keys.map(({ key }) => key)
  }

  async #sign(text: string): Promise<SignedNote> {
    const { keys, ownWitness } = this.#options
    const signatures = []
    for (const { key, signer } of keys) signatures.push(await signNote(key, signer, text))
    if (ownWitness) {
      const seconds = Math.floor(Date.now() / 1000)
      signatures.push(await cosignNote(ownWitness.key, ownWitness.signer, text, seconds))
    }
    return { text, signatures }
  }
}
