import pg from 'pg'

/** Holds the lock of one chain, so that a test decides who is served first, and lets it go. */
export class LockQueue {
  readonly #holder: pg.Client
  readonly #watcher: pg.Client

  private constructor(holder: pg.Client, watcher: pg.Client) {
    this.#holder = holder
    this.#watcher = watcher
  }

  /**
   * Runs the statement that takes the lock, in a transaction of its own.
   * @param url the suite's database
   */
  static async hold(url: string, statement: string, values: unknown[]): Promise<LockQueue> {
    const [holder, watcher] = [new pg.Client(url), new pg.Client(url)]
    await Promise.all([holder.connect(), watcher.connect()])
    await holder.query('BEGIN')
    await holder.query(statement, values)
    return new LockQueue(holder, watcher)
  }

  /** Holds the lock that changes of a lineage, an issuer or a key take (see event-log.ts). */
  static holdChain(url: string, chainId: string): Promise<LockQueue> {
    return LockQueue.hold(url, "SELECT pg_advisory_xact_lock(hashtextextended('event-chain:' || $1, 0))", [chainId])
  }

  /** Resolves once this many others of this database wait for a lock. PostgreSQL serves them in the order they came. */
  async waiting(count: number): Promise<void> {
    for (;;) {
      const { rows } = await this.#watcher.query<{ waiting: number }>(
        `SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks WHERE NOT granted
         AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
      )
      if ((rows[0]?.waiting ?? 0) >= count) return
    }
  }

  /** Changes something in the transaction that holds the lock. */
  async change(statement: string, values: unknown[]): Promise<void> {
    await this.#holder.query(statement, values)
  }

  /** Lets go. */
  async release(): Promise<void> {
    await this.#holder.query('COMMIT')
    await Promise.all([this.#holder.end(), this.#watcher.end()])
  }
}
