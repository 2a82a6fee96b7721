import type { JournalKnowledge } from './journal-knowledge'
import { SaidLately } from './said-lately'

/**
 * Identifies the server behind a connection: the words stay the same as long as nobody replaces it by another or an
 * older state.
 */
export interface DatabaseServer {
  identity: string
  /** Where its log stands: it only ever grows. */
  logPosition: number
}

/**
 * What this process knows of the journal and of how the database stands to it, as long as its connections last. Of no
 * other module's concern but through `journal-watch`, which compares, and the pool, which tells of each new connection.
 */
export class JournalSession {
  /** What the journal knows, which each verdict is compared with; null until it was first read. */
  knowledge: JournalKnowledge | null = null
  /** The database lacks erasures that the journal knows: what was erased could be let in again. */
  lostErasures = false
  /** Some of what it lacks no replay has tried to bring back: whatever else the database says may be as old. */
  unreplayed = false
  /** The database was restored, and nobody has compared it with anything newer than its backup. */
  uncompared = false
  /** How many restores the database had behind it when it was compared. */
  restores = 0
  /** A witness showed a later tree of the public log: the database and all that it is compared with are older. */
  contradicted = false
  /** The journal, or the public log that a restore rests on, could not be read when it was last tried: nothing is said of any certificate. */
  unreadable = false
  /** The journal's folder is not there, or takes nothing more: what must be journalled cannot be done. */
  unwritable = false
  /** Tables that may leave out rows: nothing is said of any. */
  hiding: readonly string[] = []
  /** The published log was read, where a restore rests on it. */
  logRead = false
  /** Whether what a restore lost by the public log is known, where the journal decided. */
  lostNoted = false
  /** The events from before there was a journal are in it. */
  filled = true
  /** Whether all this is known of the server that the connections lead to. */
  compared = false
  /** The comparison that is under way, for all who wait for it. */
  comparing: Promise<void> | null = null
  /** How often another server, or an older state of it, was found: a comparison that began before says nothing of it. */
  changes = 0
  /** Which histories the log names as lacking. */
  readonly said = new SaidLately()
  #server: DatabaseServer | null = null
  #asked = 0
  /** Which question the server answered. */
  #turn = 0

  /** The identity of the server that the connections lead to. */
  get server(): string | null {
    return this.#server?.identity ?? null
  }

  /**
   * Asks a new connection for its server, and notes it: of another one, or one that has lost some of its log, nothing is known
   * any more.
   * @param ask may be under way for several connections at once, whose answers may come in another order
   * @throws what `ask` throws
   */
  async connected(ask: () => Promise<DatabaseServer | undefined>): Promise<void> {
    const before = this.#server
    const turn = ++this.#asked
    const server = await ask()
    if (!server) return
    const known = this.#server
    // By what was known when it was asked: the answer to a later question may be here already, and further on.
    const isOlder = before?.identity === server.identity && before.logPosition > server.logPosition
    const isOther = known !== null && known.identity !== server.identity
    if (isOlder || isOther) this.#forget()
    // Of two servers the one that was asked last: the other one's connection was opened before the address led elsewhere.
    if (isOther && turn < this.#turn) return
    this.#turn = Math.max(turn, this.#turn)
    if (isOlder || isOther || !known || known.logPosition < server.logPosition) this.#server = server
  }

  /**
   * Notes how many restores a reading found: of rows that a backup was put back with under a process that serves, nothing is known, though
   * server and connections stay the same.
   * @param known those of the comparison that the reading rests on
   */
  sawRestores(count: number, known: number): void {
    if (count !== known) this.#forget()
  }

  #forget(): void {
    this.compared = false
    this.lostNoted = false
    this.changes += 1
  }
}
