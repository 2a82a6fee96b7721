import { undetermined } from '@/lib/errors'

interface Waiting {
  begin: () => void
  timer: NodeJS.Timeout
  gone: boolean
}

/**
 * Lets a fixed number of pieces of work run at a time; the others wait, in the order in which they came.
 *
 * What waits is kept small on purpose. Half a megabyte that is handed to a promise which has waited through two
 * collections is kept by it until the next full one, with all that it refers to, although nobody needs it any more. So
 * the work is begun after the wait, in promises of its own, and only what it comes to passes through those that waited.
 */
export class Semaphore {
  #free: number
  readonly #waiting: Waiting[] = []
  readonly #patience: () => number

  /** @param patience gives the milliseconds after which one that waits is told that it cannot be served now */
  constructor(most: number, patience: () => number) {
    this.#free = most
    this.#patience = patience
  }

  /**
   * Runs work as soon as there is room for it.
   * @throws ServiceError `unavailable` when there is no room in time, or what the work throws
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#room()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #room(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        one.gone = true
        reject(undetermined('no room in time'))
      }, this.#patience())
      const one: Waiting = { begin: resolve, timer, gone: false }
      this.#waiting.push(one)
    })
  }

  /** Hands the room on to the work that has waited longest. */
  #leave(): void {
    for (;;) {
      const next = this.#waiting.shift()
      if (!next) {
        this.#free += 1
        return
      }
      if (next.gone) continue
      clearTimeout(next.timer)
      next.begin()
      return
    }
  }
}
