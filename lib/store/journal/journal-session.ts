/** Which server a connection leads to: the same words as long as nobody switched it for another or an older state. */
export interface DatabaseServer {
  identity: string
  /** Where its log stands: it only ever grows. */
  logPosition: number
}

/**
 * What this process knows of how the database stands to the journal, as long as its connections last. Of no other
 * module's concern but through `journal-watch`, which compares, and the pool, which tells of each new connection.
 */
export class JournalSession {
  /** Ids of chains and status lists whose journalled entries the database does not have. */
  behind: ReadonlySet<string> = new Set()
  /** Whether erasures are among them: what was erased could be let in again. */
  lostErasures = false
  /** Some of it no replay has tried to bring back: whatever else the database says may be as old. */
  unreplayed = false
  /** The highest number of a journalled transaction that was seen. */
  position = 0
  /** The events from before there was a journal are in it. */
  filled = true
  /** Whether `behind` can be relied upon. */
  compared = false
  /** The comparison that is under way, for all who wait for it. */
  comparing: Promise<void> | null = null
  #server: DatabaseServer | null = null

  /** Notes a new connection: to another server, or one that has lost some of its log, nothing is known any more. */
  connected(server: DatabaseServer): void {
    const known = this.#server
    if (known && (known.identity !== server.identity || known.logPosition > server.logPosition)) this.compared = false
    this.#server = server
  }

  /**
   * Notes the number that was read with some evidence.
   * @param known what `position` was before it was read
   * @returns false when the database is older than it was before
   */
  saw(position: number, known: number): boolean {
    if (position < known) {
      this.compared = false
      return false
    }
    this.position = Math.max(this.position, position)
    return true
  }
}
