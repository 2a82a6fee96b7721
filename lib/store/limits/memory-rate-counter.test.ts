import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryRateCounter } from './memory-rate-counter'

const GROUP = { name: 'verify', limit: 3, buildsFiles: false }

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('MemoryRateCounter', () => {
  it('lets exactly the limit pass in a window that begins with the first request', async () => {
    const counter = new MemoryRateCounter()
    for (const remaining of [2, 1, 0]) {
      expect(await counter.count(GROUP, 'a')).toEqual({
        allowed: true,
        limit: 3,
        remaining,
        resetAt: new Date(1_060_000),
        source: 'memory',
      })
      vi.advanceTimersByTime(1000)
    }
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: false, remaining: 0 })
    vi.advanceTimersByTime(56_999)
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: false })
    vi.advanceTimersByTime(1)
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: true, remaining: 2, resetAt: new Date(1_120_000) })
  })

  it('lets exactly N of N + 3 pass, however many come at once', async () => {
    const counter = new MemoryRateCounter()
    const group = { ...GROUP, limit: 240 }
    const counts = await Promise.all(Array.from({ length: 243 }, () => counter.count(group, 'a')))
    expect(counts.filter(({ allowed }) => allowed)).toHaveLength(240)
  })

  it('takes several places all or not at all', async () => {
    const counter = new MemoryRateCounter()
    expect(await counter.count(GROUP, 'a', 4)).toMatchObject({ allowed: false, remaining: 3 })
    expect(await counter.count(GROUP, 'a', 2)).toMatchObject({ allowed: true, remaining: 1 })
    expect(await counter.count(GROUP, 'a', 2)).toMatchObject({ allowed: false, remaining: 1 })
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('keeps groups and keys apart', async () => {
    const counter = new MemoryRateCounter()
    await counter.count(GROUP, 'a')
    expect(await counter.count(GROUP, 'b')).toMatchObject({ remaining: 2 })
    expect(await counter.count({ ...GROUP, name: 'keys' }, 'a')).toMatchObject({ remaining: 2 })
  })

  it('drops the windows of many addresses when they are over', async () => {
    const counter = new MemoryRateCounter()
    for (let i = 0; i < 1000; i++) await counter.count(GROUP, `address ${i}`)
    vi.advanceTimersByTime(60_000)
    for (let i = 0; i < 200; i++) await counter.count(GROUP, `later ${i}`)
    expect(counter.size).toBeLessThanOrEqual(200)
    expect(vi.getTimerCount()).toBe(200)
  })

  it('never holds more windows than it may, in the library neither: the oldest gives way', async () => {
    const counter = new MemoryRateCounter({ mostWindows: 2500 })
    for (let i = 0; i < 3000; i++) await counter.count(GROUP, `address ${i}`)
    expect(counter.size).toBe(2500)
    expect(vi.getTimerCount()).toBe(2500)
    expect(await counter.count(GROUP, 'address 500')).toMatchObject({ remaining: 1 })
    expect(await counter.count(GROUP, 'address 2999')).toMatchObject({ remaining: 1 })
    expect(await counter.count(GROUP, 'address 499')).toMatchObject({ remaining: 2 })
  })

  it('forgets them in the order of their ends, also those that came as room was made', async () => {
    const counter = new MemoryRateCounter({ mostWindows: 5000 })
    for (let i = 0; i < 900; i++) await counter.count(GROUP, `early ${i}`)
    vi.advanceTimersByTime(30_000)
    for (let i = 0; i < 900; i++) await counter.count(GROUP, `middle ${i}`)
    vi.advanceTimersByTime(30_000)
    for (let i = 0; i < 2000; i++) await counter.count(GROUP, `late ${i}`)
    expect(counter.size).toBe(2900)
    vi.advanceTimersByTime(30_000)
    await counter.count(GROUP, 'last')
    expect([counter.size, vi.getTimerCount()]).toEqual([2001, 2001])
  })

  it('survives a clock that is set back: no window says that it lasts longer than a minute, or does', async () => {
    const counter = new MemoryRateCounter()
    for (let i = 0; i < 4; i++) await counter.count(GROUP, 'a')
    vi.setSystemTime(500_000)
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: false, resetAt: new Date(560_000) })
    vi.advanceTimersByTime(60_000)
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: true, remaining: 2 })
  })
})
