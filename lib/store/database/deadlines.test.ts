import { afterEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { useServiceDatabase } from '@/test/database/service-database'
import { closeDatabase, servingPool, workingPool } from './database'
import { connectDeadlineMs } from './deadlines'

const timeOf = (pool: ReturnType<typeof servingPool>) => pool.options.connectionTimeoutMillis

describe('a connection is waited for', () => {
  useServiceDatabase()
  const before = { ...env() }
  afterEach(async () => {
    await closeDatabase()
    setEnv({ ...env(), DATABASE_SECONDS: before.DATABASE_SECONDS })
  })

  it.each([
    [1, { request: 1000, own: 5000, working: 10_000 }],
    [2, { request: 2000, own: 5000, working: 10_000 }],
    [15, { request: 15_000, own: 15_000, working: 30_000 }],
    [60, { request: 60_000, own: 60_000, working: 120_000 }],
  ])('where a request has %d seconds', async (seconds, times) => {
    setEnv({ ...env(), DATABASE_SECONDS: seconds })
    await closeDatabase()
    expect({ request: timeOf(servingPool()), own: connectDeadlineMs(), working: timeOf(workingPool()) }).toEqual(times)
  })
})
