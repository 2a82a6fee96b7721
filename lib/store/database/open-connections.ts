import type pg from 'pg'

interface OpenConnections {
  /** The open ones, with the pool of each: so that those which hang can be broken, and closing can wait for the others. */
  pools: Map<pg.PoolClient, pg.Pool>
  /** Those that nothing more begins on. */
  givenUp: WeakSet<pg.PoolClient>
}

// One holder a process: Next's bundles and ours hold copies of this module, which share the pools.
const holder = globalThis as typeof globalThis & { certificateServiceConnections?: OpenConnections }

function connections(): OpenConnections {
  return (holder.certificateServiceConnections ??= { pools: new Map(), givenUp: new WeakSet() })
}

/** Knows the connections of a new pool from now on; one that breaks ends no process. */
export function watchConnections(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    connections().pools.set(client, pool)
    // One that breaks in the middle of a transaction says so to the next statement, and would end the process as well.
    client.on('error', () => undefined)
  })
  pool.on('release', (_error, client) => {
    if (connections().givenUp.has(client)) end(client)
  })
  pool.on('remove', (client) => connections().pools.delete(client))
}

function openConnections(pool: pg.Pool): pg.PoolClient[] {
  return [...connections().pools].flatMap(([client, of]) => (of === pool ? [client] : []))
}

/** Ends the connections that are still open: one with a statement under way is cut off. */
export function breakConnections(pool: pg.Pool): void {
  for (const client of openConnections(pool)) end(client)
}

/** Ends some connections, of whichever pool: at once, or once what is under way on one has come to its end. Their pools open new ones. */
export function giveUpConnections(which: (client: pg.PoolClient) => boolean): void {
  const { pools, givenUp } = connections()
  for (const client of pools.keys()) {
    if (givenUp.has(client) || !which(client)) continue
    givenUp.add(client)
    // As one that breaks: while it is idle its pool hears that, and puts it out.
    client.emit('error', new Error('The address of the database leads to another server now.'))
  }
}

function end(client: pg.PoolClient): void {
  // One that is broken already has nothing to say, and whoever waited for it was told long ago.
  void (client as unknown as pg.Client).end().catch(() => undefined)
}

/**
 * Ends a pool, and waits until both ends of its connections are closed. The pool's own `end` only asks them to: a server that is
 * stopped right after it would answer that the connections broke.
 */
export async function closePool(pool: pg.Pool): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    const look = () => {
      if (openConnections(pool).length === 0) resolve()
    }
    pool.on('remove', look)
    look()
  })
  await pool.end()
  await closed
}
