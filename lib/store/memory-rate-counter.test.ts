import { describe, expect, it } from 'vitest'
import { MemoryRateCounter } from './memory-rate-counter'

const GROUP = { name: 'verify', limit: 3, buildsFiles: false }

function counterAt(start: number, mostWindows?: number) {
  const clock = { now: start }
  return { clock, counter: new MemoryRateCounter({ now: () => clock.now, mostWindows }) }
}

describe('MemoryRateCounter', () => {
  it('lets exactly the limit pass in a window that begins with the first request', async () => {
    const { clock, counter } = counterAt(1_000_000)
    for (const remaining of [2, 1, 0]) {
      expect(await counter.count(GROUP, 'a')).toEqual({
        allowed: true,
        limit: 3,
        remaining,
        resetAt: new Date(1_060_000),
        source: 'memory',
      })
      clock.now += 1000
    }
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: false, remaining: 0 })
    clock.now = 1_059_999
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: false })
    clock.now = 1_060_000
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: true, remaining: 2, resetAt: new Date(1_120_000) })
  })

  it('takes several places all or not at all', async () => {
    const { counter } = counterAt(1_000_000)
    expect(await counter.count(GROUP, 'a', 4)).toMatchObject({ allowed: false, remaining: 3 })
    expect(await counter.count(GROUP, 'a', 2)).toMatchObject({ allowed: true, remaining: 1 })
    expect(await counter.count(GROUP, 'a', 2)).toMatchObject({ allowed: false, remaining: 1 })
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('keeps groups and keys apart', async () => {
    const { counter } = counterAt(0)
    await counter.count(GROUP, 'a')
    expect(await counter.count(GROUP, 'b')).toMatchObject({ remaining: 2 })
    expect(await counter.count({ ...GROUP, name: 'keys' }, 'a')).toMatchObject({ remaining: 2 })
  })

  it('drops expired windows of many addresses', async () => {
    const { clock, counter } = counterAt(0)
    for (let i = 0; i < 10_000; i++) await counter.count(GROUP, `address ${i}`)
    clock.now = 60_000
    for (let i = 0; i < 200; i++) await counter.count(GROUP, 'a')
    expect(counter.size).toBe(1)
  })

  it('never holds more windows than it may', async () => {
    const { counter } = counterAt(0, 100)
    for (let i = 0; i < 1000; i++) await counter.count(GROUP, `address ${i}`)
    expect(counter.size).toBe(100)
  })

  it('survives a clock that is set back', async () => {
    const { clock, counter } = counterAt(10_000_000)
    for (let i = 0; i < 4; i++) await counter.count(GROUP, 'a')
    clock.now = 5_000_000
    expect(await counter.count(GROUP, 'a')).toMatchObject({ allowed: true, resetAt: new Date(5_060_000) })
  })
})
