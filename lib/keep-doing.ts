import { setTimeout as sleep } from 'node:timers/promises'
import { log } from './log'

/** Waits, but no longer than until it is stopped. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}

/**
 * Runs work that goes on until it is stopped.
 * @param work looks at the signal, and never rejects
 * @returns stops it; resolves once what is under way is done
 */
export function untilStopped(work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  const ended = work(stopping.signal)
  return () => {
    stopping.abort()
    return ended
  }
}

interface Pace {
  everyMs: number
  /** Before the first turn: none unless told otherwise. */
  firstMs?: number
  /** What the log says of a turn that failed. */
  failed: string
}

/**
 * Does something again and again. No turn runs beside another: one that would begin before the last has ended is left out.
 * Keeps no process alive.
 * @param turn may look at the signal, and end early
 * @returns stops it; resolves once a turn that is under way is done
 */
export function keepDoing(turn: (signal: AbortSignal) => Promise<unknown>, pace: Pace): () => Promise<void> {
  const { everyMs, firstMs = 0, failed } = pace
  const stopping = new AbortController()
  let running: Promise<unknown> | null = null
  const begin = () => {
    running ??= (async () => turn(stopping.signal))()
      .catch((error: unknown) => log.warn({ err: error }, failed))
      .finally(() => {
        running = null
      })
  }
  const timers = [setInterval(begin, everyMs).unref()]
  if (firstMs === 0) begin()
  else if (firstMs < everyMs) timers.push(setTimeout(begin, firstMs).unref())
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await running
  }
}
