import { readFileSync, readlinkSync } from 'node:fs'

const THREAD = /^\d+\/task\/(\d+)$/

/** The operating system's number of the calling thread; null without a /proc that tells it (not Linux). */
export function ownThreadNumber(): number | null {
  try {
    const number = THREAD.exec(readlinkSync('/proc/thread-self'))?.[1]
    return number === undefined ? null : Number(number)
  } catch {
    return null
  }
}

/**
 * The time that a thread of this process has spent on a processor, in milliseconds; null where that is not told.
 * @param number as `ownThreadNumber` gave it in that thread
 */
export function threadCpuMs(number: number): number | null {
  try {
    const nanoseconds = Number(readFileSync(`/proc/self/task/${number}/schedstat`, 'latin1').split(' ', 1)[0])
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : null
  } catch {
    return null
  }
}
