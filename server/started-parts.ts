import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@/lib/log'

/**
 * The layers in which parts are taken down, one after the other, and when each of them is over at the latest, in milliseconds
 * from the beginning. With the seconds of a drain behind https all of it ends before systemd kills the process (20 s).
 * - `work`: what answers, or acts by itself; requests in flight have ten seconds
 * - `ground`: what work waits for or goes by, such as the public log and the journal
 * - `database`: connections
 * - `store`: what they lead to
 */
const OVER_MS = { work: 11_000, ground: 12_000, database: 12_500, store: 13_000 }

type Layer = keyof typeof OVER_MS

/** The parts that a start has started so far, to be stopped. */
export class StartedParts {
  readonly #stops: { layer: Layer; stop: () => Promise<unknown> }[] = []
  #down: Promise<number> | undefined

  /** @param overMs for tests */
  constructor(private readonly overMs: Readonly<Record<Layer, number>> = OVER_MS) {}

  /**
   * @param layer parts of one layer do not need each other: they are stopped at once
   * @param stop how it is taken down again
   */
  add(layer: Layer, stop: () => Promise<unknown>): void {
    this.#stops.push({ layer, stop })
  }

  /**
   * Stops everything, layer by layer, once. What is not over in its time is left as it is: of a process that ends nothing stays
   * that the next start, or another process, does not settle (decision 35).
   * @returns the exit code: 1 where something did not stop as it should; the rest is stopped all the same
   */
  takeDown(): Promise<number> {
    return (this.#down ??= this.#takeDown())
  }

  async #takeDown(): Promise<number> {
    const began = performance.now()
    let code = 0
    const noteFailure = (err: unknown) => {
      log.error({ err }, 'stopping failed')
      code = 1
    }
    for (const [layer, overMs] of Object.entries(this.overMs)) {
      const stops = this.#stops.filter((part) => part.layer === layer)
      const ended = Promise.all(stops.map(async ({ stop }) => stop()).map((one) => one.catch(noteFailure)))
      const left = Math.max(0, began + overMs - performance.now())
      if ((await Promise.race([ended, sleep(left, 'late', { ref: false })])) === 'late')
        log.warn({ layer }, 'stopping takes too long, and goes on without what is still under way')
    }
    return code
  }
}
