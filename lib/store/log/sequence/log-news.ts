import type pg from 'pg'

/** News from the database that leaves wait for their places. */
export class LogNews {
  #came = false
  #wake: () => void = () => undefined

  private constructor(db: pg.Client) {
    const come = () => {
      this.#came = true
      this.#wake()
    }
    db.on('notification', come)
    db.on('end', come)
  }

  static async listen(db: pg.Client): Promise<LogNews> {
    const news = new LogNews(db)
    await db.query('LISTEN certs_log')
    return news
  }

  /** Waits until there are some, for so long at most. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#came && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, milliseconds)
        signal.addEventListener('abort', done)
        this.#wake = done
      })
    }
    this.#came = false
  }
}
