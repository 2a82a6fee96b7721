import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { useServiceDatabase } from '@/test/database/service-database'
import { closeDatabase, servingPool } from './database'
import { servingDeadlineMs } from './deadlines'
import { servingGuard } from './serving-guard'

describe('the guard of what is served from the database', () => {
  useServiceDatabase()
  afterEach(async () => {
    vi.useRealTimers()
    await closeDatabase()
  })

  const never = () => new Promise<never>(() => undefined)

  /** Lets a request run out of time while nobody is answered, and the database so long for what the guard asks it then. */
  async function runOut(guard: ReturnType<typeof servingGuard>) {
    const failed = expect(guard.run(never)).rejects.toMatchObject({ code: 'unavailable' })
    vi.advanceTimersByTime(servingDeadlineMs())
    await failed
  }

  it('holds the database for out of reach where it says nothing even to a new connection', async () => {
    const before = env()
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const asked = once(silent, 'connection')
    setEnv({ ...before, DATABASE_URL: `postgresql://x:x@127.0.0.1:${(silent.address() as AddressInfo).port}/x` })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const guard = servingGuard()
      await runOut(guard)
      const [socket] = (await asked) as [import('node:net').Socket]
      expect(guard.reachable).toBe(true)
      await vi.advanceTimersByTimeAsync(servingDeadlineMs())
      expect(guard.reachable).toBe(false)
      socket.destroy()
    } finally {
      setEnv(before)
      silent.close()
    }
  })

  it('does not where it answers a new connection: what ran out of time was a slow query', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const guard = servingGuard()
    await runOut(guard)
    const pool = servingPool()
    // It was asked, and answered; however long that takes, no timer of the guard runs meanwhile.
    while (pool.idleCount !== 1) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(servingDeadlineMs())
    expect(guard.reachable).toBe(true)
  })

  it('gives what belongs to one answer one deadline, also where it is asked for one after the other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const guard = servingGuard()
    const tookLong = async () => vi.advanceTimersByTime(servingDeadlineMs() - 100)
    let deadline: { passed: boolean } | null = null
    const second = guard.together(async () => {
      await guard.run(tookLong)
      await guard.run((own) => ((deadline = own), never()))
    })
    const failed = expect(second).rejects.toMatchObject({ code: 'unavailable' })
    while (deadline === null) await Promise.resolve()
    vi.advanceTimersByTime(100)
    await failed
    expect(deadline).toMatchObject({ passed: true })
    // Another answer has its own.
    await guard.run(tookLong)
    expect(await guard.run(async () => 'answered')).toBe('answered')
  })

  it('does not where others are answered meanwhile: whoever ran out of time was one of too many', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const guard = servingGuard()
    const pool = servingPool()
    const failed = expect(guard.run(never)).rejects.toMatchObject({ code: 'unavailable' })
    vi.advanceTimersByTime(servingDeadlineMs() - 100)
    expect(await guard.run(async () => 'answered')).toBe('answered')
    vi.advanceTimersByTime(100)
    await failed
    expect(guard.reachable).toBe(true)
    expect(servingPool()).toBe(pool)
  })
})
