import pg from 'pg'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { enterJournal, writeEntry } from '@/lib/store/journal/journal-entry'
import type { JournalSession } from '@/lib/store/journal/journal-session'
import { takePending } from '@/lib/store/journal/pending-records'
import { enterLog, takeNoted } from '@/lib/store/log/pending/note-leaves'
import type { LeafSubject } from '@/lib/store/log/pending/pending-leaf'
import { awaitPublication } from '@/lib/store/log/sequence/await-publication'
import { databaseUrl } from './database-url'
import { Deadline } from './deadline'
import { servingDeadlineMs, workingConnectDeadlineMs } from './deadlines'
import { refuseSecond, whileHeld } from './held-connection'
import { connectWithin, cutOffAfter, limitQueries } from './limit-connection'
import { forgetServers, isLeft, journalSession, noteServer } from './note-server'
import { breakConnections, closePool, watchConnections } from './open-connections'
import { closePrisma } from './prisma'
import { limitSession, makeDurable, type SessionLimits } from './session/limit-session'
import { prepareSession } from './session/prepare-session'
import { endSilentConnections } from './silence/end-silent-connections'
import { endTransaction } from './silence/end-transaction'

/** How long closing waits for statements that are under way, in milliseconds. */
const CLOSE_MS = 5000

interface Pools {
  serving?: pg.Pool | undefined
  working?: pg.Pool | undefined
}

// One holder a process: Next's bundles and ours hold copies of this module, which must share the connections.
const holder = globalThis as typeof globalThis & { certificateServicePools?: Pools }

function pools(): Pools {
  return (holder.certificateServicePools ??= {})
}

/** Stays the same object until `closeDatabase`, after which there is another. */
export function databaseSession(): object {
  return pools()
}

async function prepareConnection(
  client: pg.ClientBase,
  session: JournalSession,
  limits?: SessionLimits,
): Promise<void> {
  await prepareSession(client)
  await makeDurable(client)
  if (limits) await limitSession(client, limits)
  await noteServer(client, session)
}

function openPool(options: pg.PoolConfig & { connectionTimeoutMillis: number }, limits?: SessionLimits): pg.Pool {
  const session = journalSession()
  const pool = new pg.Pool({
    connectionString: databaseUrl(),
    application_name: 'certificate-verification',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    verify: (client, done) => {
      // A server that freezes once it has let somebody in would keep the connection's place for good.
      new Deadline(options.connectionTimeoutMillis).limit(prepareConnection(client, session, limits)).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
    ...options,
  })
  // A connection that breaks while idle is replaced by the next request; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  watchConnections(pool)
  return pool
}

/**
 * Connections for answering requests: nothing on them takes longer than `servingDeadlineMs`. Opened at first use, and
 * kept: when others have used up the server's connections, those that we hold still answer.
 */
export function servingPool(): pg.Pool {
  return (pools().serving ??= limitQueries(
    openPool(
      { max: 8, idleTimeoutMillis: 300_000, connectionTimeoutMillis: servingDeadlineMs() },
      { statement: servingDeadlineMs(), idleInTransaction: 5000 },
    ),
    servingDeadlineMs(),
  ))
}

/**
 * Gives up the serving pool: the next request opens new connections; work on the old ones goes on to its end.
 * @param pool nothing happens when this is no longer the pool in use; left out, whichever is
 */
export function retireServingPool(pool: pg.Pool | undefined = pools().serving): void {
  if (pool === undefined || pool !== pools().serving) return
  pools().serving = undefined
  // Not at once: a request that was promised a connection in this very turn still gets it.
  setImmediate(() => {
    pool.end().catch((error: unknown) => log.warn({ err: error }, 'a database connection did not close'))
  })
  // Whatever still waits by then was given up by whoever asked: a server that hangs would keep it for ever.
  setTimeout(() => breakConnections(pool), 2 * servingDeadlineMs()).unref()
}

/** How the connections of this process are used: those that are open, those of them that are idle, and who waits. */
export function poolUse(): { pool: 'serving' | 'working'; open: number; idle: number; waiting: number }[] {
  const { serving, working } = pools()
  const counted = (pool: 'serving' | 'working', of: pg.Pool | undefined) => ({
    pool,
    open: of?.totalCount ?? 0,
    idle: of?.idleCount ?? 0,
    waiting: of?.waitingCount ?? 0,
  })
  return [counted('serving', serving), counted('working', working)]
}

/**
 * Connections for work that may take long: issuing, imports, the operator's command. Opened at first use. In tests somebody who
 * holds one of them is refused a second.
 */
export function workingPool(): pg.Pool {
  if (env().NODE_ENV === 'test') refuseSecond()
  return (pools().working ??= openWorkingPool())
}

function openWorkingPool(): pg.Pool {
  const pool = openPool({ max: 4, connectionTimeoutMillis: workingConnectDeadlineMs() })
  endSilentConnections(pool)
  return pool
}

export type Transaction = pg.PoolClient

/**
 * Runs work in one transaction on the working pool: committed when it resolves, rolled back when it rejects. Events that
 * it stored are in the journal outside of the database when this resolves (docs/decisions/0031), and in the public log,
 * where there is one.
 * @param options `waits: false` for one of many, whose last one waits for the log; `answerMs`: how long the wait for a
 *   connection, and each query, may take, after which the connection is cut off
 * @throws what the work throws, or the driver's error; ServiceError `unavailable` when the work is committed, but not in
 *   the journal, or not in the log yet, and when the answer to the commit was lost; DeadlineError past `answerMs`, after
 *   which what it changed is undone
 */
export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  { waits = true, answerMs }: { waits?: boolean; answerMs?: number } = {},
): Promise<T> {
  const { result, logged } = await commit(work, answerMs)
  if (logged && waits) await awaitPublication(workingPool(), logged)
  return result
}

async function commit<T>(
  work: (tx: Transaction) => Promise<T>,
  answerMs: number | undefined,
): Promise<{ result: T; logged: LeafSubject | null }> {
  const client = await (answerMs === undefined ? workingPool().connect() : connectWithin(workingPool(), answerMs))
  const unlimited = answerMs === undefined ? undefined : cutOffAfter(client, answerMs)
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await whileHeld(() => work(client))
    const logged = await whileHeld(() => enterLog(client))
    const entry = await whileHeld(() => enterJournal(client))
    // A former primary that still runs would take it, and nobody would find it again.
    if (isLeft(client))
      throw new ServiceError('unavailable', 'The database was replaced meanwhile: nothing was changed.')
    await endTransaction(client)
    if (entry) {
      for (const record of entry.records) journalSession().knowledge?.learn(record)
      await writeEntry(client, entry)
    }
    return { result, logged }
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    takePending(client)
    takeNoted(client)
    unlimited?.()
    client.release(broken)
  }
}

/**
 * Closes every connection of this process, at both ends. The next use opens new ones. Waits for work that is under way, but not for a
 * server that hangs: the process must be able to end.
 */
export async function closeDatabase(): Promise<void> {
  const { serving, working } = pools()
  holder.certificateServicePools = {}
  forgetServers()
  const closed = Promise.all([serving && closePool(serving), working && closePool(working), closePrisma()])
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS)
  })
  await Promise.race([closed, patience])
  clearTimeout(timer)
}
