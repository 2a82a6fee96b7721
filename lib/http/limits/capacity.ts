/** The time without a free place after which this process says that it is not ready, in milliseconds. */
const PATIENCE_MS = 5000
/** Looks that come later than this after the last one show that the event loop was blocked meanwhile. */
const LATE_MS = 1000

interface Capacity {
  /** When somebody last looked, and when a check could last be answered then, both on the process's own clock. */
  lookedAt: number
  hadRoomAt: number
}

const holder = globalThis as typeof globalThis & { certificateServiceCapacity?: Capacity }

/**
 * Notes whether a check that came now would find a place; the listener looks many times a second.
 * @param now milliseconds on the process's own clock
 */
export function noteCapacity(hasRoom: boolean, now = performance.now()): void {
  const capacity = (holder.certificateServiceCapacity ??= { lookedAt: now, hadRoomAt: now })
  const isOnTime = now - capacity.lookedAt < LATE_MS
  capacity.lookedAt = now
  if (hasRoom && isOnTime) capacity.hadRoomAt = now
}

/**
 * Whether a check could have been answered at some moment of the last five seconds (spec part 1, "Requests"). True
 * where nobody looks, which is outside of the listener.
 */
export function couldAnswer(now = performance.now()): boolean {
  const capacity = holder.certificateServiceCapacity
  return capacity === undefined || now - capacity.hadRoomAt < PATIENCE_MS
}

/** Forgets what was noted: for a listener that starts or was closed. */
export function forgetCapacity(): void {
  delete holder.certificateServiceCapacity
}
