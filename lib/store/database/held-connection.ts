import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from '@/lib/env'

const holder = globalThis as typeof globalThis & { certificateHeldConnections?: AsyncLocalStorage<{ open: boolean }> }
const held = (holder.certificateHeldConnections ??= new AsyncLocalStorage())

/**
 * Does work that is given a connection of the working pool. Noted in tests alone, where somebody asks: to follow what a promise
 * belongs to makes each promise of the process dearer from then on (decision 161).
 */
export async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  if (env().NODE_ENV !== 'test') return work()
  // What the work begins, such as a timer, may go on once the connection is given back.
  const holding = { open: true }
  try {
    return await held.run(holding, work)
  } finally {
    holding.open = false
  }
}

/**
 * Refuses who holds a connection of the working pool and asks it for a second one: as many at once as the pool has connections
 * would wait for one another until all of them fail.
 */
export function refuseSecond(): void {
  if (held.getStore()?.open)
    throw new Error(
      'This holds a connection of the working pool and asks for another: hand the transaction on instead.',
    )
}
