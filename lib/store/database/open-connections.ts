import type pg from 'pg'

/** The open connections of each pool, so that those which hang can be broken, and closing can wait for the others. */
const connections = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/** Knows the connections of a new pool from now on; one that breaks ends no process. */
export function watchConnections(pool: pg.Pool): void {
  const open = new Set<pg.PoolClient>()
  connections.set(pool, open)
  pool.on('connect', (client) => {
    open.add(client)
    // One that breaks in the middle of a transaction says so to the next statement, and would end the process as well.
    client.on('error', () => undefined)
  })
  pool.on('remove', (client) => open.delete(client))
}

/** The connections of a pool that are open, in use or not. */
export function openConnections(pool: pg.Pool): pg.PoolClient[] {
  return [...(connections.get(pool) ?? [])]
}

/** Ends the connections that are still open: one with a statement under way is cut off. */
export function breakConnections(pool: pg.Pool): void {
  for (const client of openConnections(pool)) {
    // One that is broken already has nothing to say, and whoever waited for it was told long ago.
    void (client as unknown as pg.Client).end().catch(() => undefined)
  }
}

/**
 * Ends a pool, and waits until both ends of its connections are closed. The pool's own `end` only asks them to: a server that is
 * stopped right after it would answer that the connections broke.
 */
export async function closePool(pool: pg.Pool): Promise<void> {
  const open = connections.get(pool)
  const closed = new Promise<void>((resolve) => {
    const look = () => {
      if (!open?.size) resolve()
    }
    pool.on('remove', look)
    look()
  })
  await pool.end()
  await closed
}
