import type pg from 'pg'
import type { NoteKey } from '@/lib/crypto/tlog/note-key'
import { formatNote, type NoteSignature, type SignedNote } from '@/lib/crypto/tlog/signed-note'
import { log } from '@/lib/log'
import { isLeft } from '@/lib/store/database/note-server'
import { COMPLETE_MARK } from '@/lib/store/log/complete-log'
import { logKeysNow, publishedOrder } from '@/lib/store/log/keys/key-times'
import { openNoteKeys } from '@/lib/store/log/keys/log-keys'
import { changeLogState, findLogState } from '@/lib/store/log/log-state'
import { headStore, logStore } from '@/lib/store/log/open-log-store'
import { LogPublisher } from '@/lib/store/log/publish/log-publisher'
import { LogFilesMissing, LogKeysChanged, LogStopped } from '@/lib/store/log/publish/log-stopped'
import { insertLeaves, intakeEndOf, readLeaves, takeWaiting } from './place-leaves'
import { publishVkeys } from './publish-vkeys'
import { beat, fallSilent } from './silent-sequencer'

/** The lock of whoever gives leaves their places. */
export const SEQUENCER_LOCK = "hashtextextended('log-sequencer', 0)"

/** What the witnesses said of one checkpoint. */
export interface WitnessedText {
  text: string
  cosignatures: NoteSignature[]
  /** Whether they are as many as the log's policy asks for. */
  isQuorum: boolean
  /** A sentence, where one of them showed a tree of this log that is not ours. */
  contradiction: string | null
}

interface IndexedBatch {
  leaves: Buffer[]
  root: Buffer
  endsIntake: boolean
}

/**
 * Gives waiting leaves their places and publishes them (spec part 18, section 3). One a time: it holds a lock of the
 * database for as long as its connection lasts. Where it is cut off, the next one publishes the same leaves again before
 * any other.
 */
export class Sequencer {
  private constructor(
    private readonly db: pg.Client,
    private readonly publisher: LogPublisher,
    private readonly mayStill: () => Promise<void>,
  ) {}

  /**
   * Takes the lock, and takes the log up where it was published last, leaves without a checkpoint first.
   * @param db a connection of its own, which keeps the lock until it ends
   * @returns null where somebody else has the lock, where there is no log, or where nothing more is to be signed
   * @throws Error what stands in the way now; LogStopped what does for good, which is noted; LogKeysChanged when it is to be
   *   taken again with other keys
   */
  static async take(db: pg.Client): Promise<Sequencer | null> {
    const { rows } = await db.query<{ mine: boolean }>(`SELECT pg_try_advisory_lock(${SEQUENCER_LOCK}) AS mine`)
    if (rows[0]?.mine !== true) return null
    // At once: whoever was silent was the one before.
    await beat(db)
    return stopping(db, () => Sequencer.#open(db)).catch(async (error: unknown) => {
      await fallSilent(db).catch(() => undefined)
      throw error
    })
  }

  static async #open(db: pg.Client): Promise<Sequencer | null> {
    const state = await findLogState(db)
    if (!state || state.stopped !== null) return null
    const { origin, size, root, publishedSize, publishedRoot } = state
    const store = await logStore()
    // Files that are not there now may be on a disk that is not mounted: that is no reason to stop for good.
    if (publishedSize > 0 && (await store.read('checkpoint', 64 * 1024)) === null)
      throw new Error('The files of the public log are not there.')
    const { rows, now, mark } = await logKeysNow(db)
    const keys = openNoteKeys(rows, 'log', now)
    if (keys.length === 0) throw new Error('The public log has no key to sign with.')
    const [ownWitness] = openNoteKeys(rows, 'witness', now)
    // The lock lasts as long as the connection: whoever took it over ended this one. A stolen key signs nothing more.
    const mayStill = async () => {
      if (isLeft(db)) throw new Error('The address of the database leads to another server now.')
      if ((await logKeysNow(db)).mark !== mark) throw new LogKeysChanged()
    }
    const options = { origin, store, journal: headStore(), keys, mayStill, ...(ownWitness && { ownWitness }) }
    const publisher = await LogPublisher.open(options, { size: publishedSize, root: publishedRoot }, { size, root })
    const sequencer = new Sequencer(db, publisher, mayStill)
    await publishVkeys(store, publishedOrder(rows, now))
    await publisher.renew()
    if (size > publishedSize) await sequencer.#publish(await readLeaves(db, publishedSize, size), root)
    await sequencer.#markComplete()
    return sequencer
  }

  /**
   * Gives the next waiting leaves their places, and publishes them.
   * @returns how many there were
   * @throws as `take`
   */
  async runBatch(): Promise<number> {
    return stopping(this.db, async () => {
      const batch = await this.#index()
      if (batch) await this.#publish(batch.leaves, batch.root)
      if (batch?.endsIntake) await this.#markComplete()
      return batch?.leaves.length ?? 0
    })
  }

  /** The text of the newest published checkpoint. */
  text(): string {
    return this.publisher.text()
  }

  /** The newest published checkpoint, and the keys that sign it. */
  signed(): Promise<SignedNote> {
    return this.publisher.signed()
  }

  keys(): NoteKey[] {
    return this.publisher.keys()
  }

  /**
   * Publishes what witnesses said of a checkpoint.
   * @throws as `take`; LogStopped where a witness shows a later or another tree under a key of this log
   */
  async confirm({ text, cosignatures, isQuorum, contradiction }: WitnessedText): Promise<void> {
    await stopping(this.db, async () => {
      if (contradiction !== null) throw new LogStopped(contradiction)
      const note = await this.publisher.confirm(text, cosignatures, isQuorum)
      if (!isQuorum) return
      await this.db.query('UPDATE log_state SET witnessed_note = $1, witnessed_at = clock_timestamp()', [
        formatNote(note),
      ])
    })
  }

  /**
   * As `runBatch`, where nothing waits.
   * @throws LogKeysChanged when it is to be taken up again with other keys
   */
  async rest(): Promise<void> {
    await this.mayStill()
    await beat(this.db)
  }

  /** Gives the lock back, and says so. */
  async release(): Promise<void> {
    await fallSilent(this.db)
    await this.db.query(`SELECT pg_advisory_unlock(${SEQUENCER_LOCK})`)
  }

  /** One transaction: places for waiting leaves, in the order of their writing, and the tree with them. */
  async #index(): Promise<IndexedBatch | null> {
    const { db, publisher } = this
    await db.query('BEGIN')
    try {
      const rows = await takeWaiting(db, this.mayStill)
      if (rows.length === 0) {
        await db.query('COMMIT')
        return null
      }
      const leaves = rows.map(({ leaf }) => leaf)
      const root = await publisher.rootAfter(leaves)
      const intakeEnd = intakeEndOf(publisher.size, rows)
      const same = 'size = $1 AND published_size = $1 AND stopped IS NULL'
      await changeLogState(db, same, publisher.size, (state) => ({
        size: BigInt(publisher.size + leaves.length),
        root: Uint8Array.from(root),
        intakeEnd: state.intakeEnd ?? (intakeEnd === null ? null : BigInt(intakeEnd)),
      }))
      await db.query('UPDATE log_state SET committed_at = clock_timestamp(), heartbeat_at = clock_timestamp()')
      await insertLeaves(db, publisher.size, rows)
      await db.query('COMMIT')
      return { leaves, root, endsIntake: intakeEnd !== null }
    } catch (error) {
      await db.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }

  /** Says beside the log that it is complete, so that no column of the database can take it back. */
  async #markComplete(): Promise<void> {
    const state = await findLogState(this.db)
    const isComplete = state?.intakeEnd != null && state.intakeEnd < state.publishedSize
    const store = await logStore()
    if (!isComplete || (await store.read(COMPLETE_MARK, 64)) !== null) return
    await store.put(COMPLETE_MARK, Buffer.from(`${state.intakeEnd}\n`))
  }

  async #publish(leaves: readonly Buffer[], root: Buffer): Promise<void> {
    const { db, publisher } = this
    const before = publisher.size
    await publisher.publish(leaves, root)
    await db.query('BEGIN')
    try {
      const published = { publishedSize: BigInt(publisher.size), publishedRoot: Uint8Array.from(root) }
      await changeLogState(db, 'published_size = $1', before, () => published)
      await db.query('COMMIT')
    } catch (error) {
      await db.query('ROLLBACK').catch(() => undefined)
      throw error
    }
    await beat(this.db)
  }
}

/**
 * Runs work of a sequencer; what stops the log for good is written down, so that no process tries again. A file that is none of a
 * log does not: a store that is away may answer with a page of its own, and nothing is signed meanwhile.
 */
async function stopping<T>(db: pg.Client, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LogStopped && !(error instanceof LogFilesMissing)) {
      log.error({ err: error }, 'the public log is stopped: see certs log status')
      await db.query('UPDATE log_state SET stopped = $1 WHERE stopped IS NULL', [error.message])
    }
    throw error
  }
}
