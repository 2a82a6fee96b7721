import type pg from 'pg'
import { ServiceError } from '@/lib/errors'
import { retireServingPool, servingPool } from './database'
import { servingDeadlineMs } from './deadlines'

const MOST_TRIES = 10
/** How often work that waits for a held connection looks whether there still is one, in milliseconds. */
const LOOK_MS = 50

/** The database cannot be reached, or the connection was lost before the result of the query arrived. */
class ConnectionLostError extends Error {
  override name = 'ConnectionLostError'
}

/**
 * Runs work on the serving pool. Where its connection is lost the whole pool is given up: what broke one connection, a
 * restart or a fail-over, has mostly broken the others too, and the next request must not find that out one by one.
 * @throws ConnectionLostError, or what the work throws
 */
export async function onServingPool<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = servingPool()
  try {
    return await withConnectionsHeld(pool, work)
  } catch (error) {
    if (!isLost(error)) throw error
    retireServingPool(pool)
    throw new ConnectionLostError('the connection to the database was lost', { cause: error })
  }
}

/**
 * As `onServingPool`, for reading alone, which may be repeated: after a restart of the database the first request finds
 * broken connections, and then good ones.
 */
export async function readOnServingPool<T>(read: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await onServingPool(read)
  } catch (error) {
    if (!isConnectionLost(error) || performance.now() - started > servingDeadlineMs() / 2) throw error
    return onServingPool(read)
  }
}

/**
 * Where PostgreSQL has no connection to spare (53300), work waits for one of those that we hold, but not past the deadline of a
 * request. Nothing was run then: a connection is refused before any statement, so that a count may be tried again, too.
 */
async function withConnectionsHeld<T>(pool: pg.Pool, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const until = performance.now() + servingDeadlineMs()
  for (let tries = 1; ; tries++) {
    try {
      return await work(pool)
    } catch (error) {
      const refused = error instanceof Error && 'code' in error && error.code === '53300'
      if (!refused || tries === MOST_TRIES || !(await someoneReleases(pool, until))) throw error
    }
  }
}

/**
 * Waits until a connection of a pool may be had.
 * @param until by `performance.now()`
 * @returns false when none came in time, or the pool has none left: one that was still being opened is refused without
 *   anybody being told
 */
async function someoneReleases(pool: pg.Pool, until: number): Promise<boolean> {
  while (pool.totalCount > 0) {
    if (pool.idleCount > 0) return true
    const left = until - performance.now()
    if (left <= 0) return false
    if (await isReleased(pool, Math.min(LOOK_MS, left))) return true
  }
  return false
}

/** Whether a connection is given back to a pool within so many milliseconds. */
function isReleased(pool: pg.Pool, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (released: boolean) => {
      clearTimeout(timer)
      pool.off('release', onRelease)
      resolve(released)
    }
    const onRelease = () => settle(true)
    const timer = setTimeout(() => settle(false), milliseconds)
    pool.on('release', onRelease)
  })
}

/** Whether an error is a ConnectionLostError, of whichever copy of this module. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConnectionLostError'
}

/**
 * Of what PostgreSQL itself reports, classes 08 (connection) and 57P (shutdown, start) say that a connection cannot be
 * used; too many connections (53300) leaves those that we have usable. What else the driver throws, a refused or broken
 * connection or a time-out, comes without a severity; a TypeError or its like is a fault of ours.
 */
function isLost(error: unknown): boolean {
  // What was found wrong with an answer came over a connection that is good.
  if (!(error instanceof Error) || error instanceof ServiceError) return false
  const { severity, code } = error as { severity?: unknown; code?: unknown }
  if (typeof severity === 'string') return /^(08|57P)/.test(String(code))
  return (
    !(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) || 'errno' in error
  )
}
