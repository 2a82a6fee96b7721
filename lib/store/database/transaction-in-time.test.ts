import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { useServiceDatabase } from '@/test/database/service-database'
import { closeDatabase, workingPool } from './database'
import { transactionInTime } from './transaction-in-time'

describe('a transaction of a visitor who waits', () => {
  useServiceDatabase()
  let before: ReturnType<typeof env>
  beforeEach(async () => {
    before = env()
    setEnv({ ...before, DATABASE_SECONDS: 2 })
    await workingPool().query('SELECT 1')
  })
  afterEach(async () => {
    vi.useRealTimers()
    setEnv(before)
    await closeDatabase()
  })

  const LATE = { code: 'unavailable' }

  it('is cancelled by the server, and leaves its connection as it was', async () => {
    // The clock of this process stands: whoever is kept from it for a second would cut off what the server ends.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await expect(transactionInTime((tx) => tx.query('SELECT pg_sleep(600)'))).rejects.toMatchObject(LATE)
    vi.useRealTimers()
    expect(workingPool().idleCount).toBe(1)
    const client = await workingPool().connect()
    // What others do on it may take as long as it likes.
    expect(Object.hasOwn(client, 'query')).toBe(false)
    client.release()
  })

  it('ends where the server does not cancel it, and gives back the place of its connection', async () => {
    const frozen = transactionInTime(async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0')
      await tx.query('SELECT pg_sleep(30)')
    })
    await expect(frozen).rejects.toMatchObject(LATE)
    expect(workingPool().totalCount).toBe(0)
    expect((await workingPool().query('SELECT 7 AS n')).rows).toEqual([{ n: 7 }])
  })

  it('waits no longer than that for a connection, and gives back one that comes later', async () => {
    const pool = workingPool()
    const held = await Promise.all([1, 2, 3, 4].map(() => pool.connect()))
    await expect(transactionInTime((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(LATE)
    for (const client of held) client.release()
    await expect.poll(() => [pool.idleCount, pool.waitingCount], { timeout: 60_000 }).toEqual([4, 0])
  })
})
