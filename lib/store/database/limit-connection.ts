import type pg from 'pg'
import { Deadline } from './deadline'

/**
 * Takes a connection of a pool within a time; one that comes later goes back.
 * @param milliseconds of waiting, and of opening it
 * @throws DeadlineError when none came, or the driver's error
 */
export async function connectWithin(pool: pg.Pool, milliseconds: number): Promise<pg.PoolClient> {
  const deadline = new Deadline(milliseconds)
  const connecting = pool.connect()
  try {
    return await deadline.limit(connecting)
  } catch (error) {
    if (deadline.passed)
      connecting.then(
        (client) => client.release(),
        () => undefined,
      )
    throw error
  }
}

/**
 * Cuts a connection off once a query on it takes longer than a time: the query fails with a DeadlineError, and so does whatever
 * is asked after it. A server that has frozen ends nothing by itself, whatever its `statement_timeout` says.
 * @returns gives the connection its unlimited queries back
 */
export function cutOffAfter(client: pg.PoolClient, milliseconds: number): () => void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const inTime = async (...args: unknown[]) => {
    const deadline = new Deadline(milliseconds)
    try {
      return await deadline.limit(query(...args))
    } catch (error) {
      if (deadline.passed) void (client as unknown as pg.Client).end().catch(() => undefined)
      throw error
    }
  }
  const limited = Object.assign(client, { query: inTime })
  return () => {
    Reflect.deleteProperty(limited, 'query')
  }
}

/**
 * Gives each query of a pool a deadline, waiting for a connection included. Not by the driver's `query_timeout`: its timers
 * keep each answer, through the promises of those who wait for it, until the next full collection of garbage, and then
 * half of what a check needs is moved into the old generation (docs/performance.md).
 */
export function limitQueries(pool: pg.Pool, milliseconds: number): pg.Pool {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  const inTime = (...args: unknown[]) => new Deadline(milliseconds).limit(query(...args))
  return Object.assign(pool, { query: inTime as pg.Pool['query'] })
}
