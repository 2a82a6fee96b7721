import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@/lib/log'

/** The longest wait for the listener to close. It gives requests in flight ten seconds; this limit is for what hangs. */
const CLOSE_MS = 12_000

/** Settles when `stopping` does, or when it hangs. */
export function withinCloseTime(stopping: Promise<unknown>, drainMs = 0): Promise<unknown> {
  return Promise.race([stopping, sleep(drainMs + CLOSE_MS, undefined, { ref: false })])
}

/** The parts that a start has started so far, to be stopped in the reverse order. */
export class StartedParts {
  private readonly undo: (() => Promise<unknown>)[] = []

  /** @param stop how it is taken down again */
  add(stop: () => Promise<unknown>): void {
    this.undo.push(stop)
  }

  /** @returns the exit code: 1 where something did not stop as it should; the rest is stopped all the same */
  async takeDown(): Promise<number> {
    let code = 0
    for (let step = this.undo.pop(); step; step = this.undo.pop()) {
      try {
        await step()
      } catch (error) {
        log.error({ err: error }, 'stopping failed')
        code = 1
      }
    }
    return code
  }
}
