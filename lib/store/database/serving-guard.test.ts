import { afterEach, describe, expect, it, vi } from 'vitest'
import { useServiceDatabase } from '@/test/database/service-database'
import { closeDatabase, servingPool, SERVING_DEADLINE_MS } from './database'
import { servingGuard } from './serving-guard'

describe('the guard of what is served from the database', () => {
  useServiceDatabase()
  afterEach(async () => {
    vi.useRealTimers()
    await closeDatabase()
  })

  const never = () => new Promise<never>(() => undefined)

  it('holds the database for out of reach where nobody was answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const guard = servingGuard()
    const late = guard.run(never)
    const failed = expect(late).rejects.toMatchObject({ code: 'unavailable' })
    vi.advanceTimersByTime(SERVING_DEADLINE_MS)
    await failed
    expect(guard.reachable).toBe(false)
  })

  it('does not where others are answered meanwhile: whoever ran out of time was one of too many', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const guard = servingGuard()
    const pool = servingPool()
    const failed = expect(guard.run(never)).rejects.toMatchObject({ code: 'unavailable' })
    vi.advanceTimersByTime(SERVING_DEADLINE_MS - 100)
    expect(await guard.run(async () => 'answered')).toBe('answered')
    vi.advanceTimersByTime(100)
    await failed
    expect(guard.reachable).toBe(true)
    expect(servingPool()).toBe(pool)
  })
})
