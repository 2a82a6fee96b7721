import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Every } from './every'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('is due at once, then after each pause, and another pause may be asked for', () => {
  const every = new Every(1000)
  expect([every.isDue(), every.isDue()]).toEqual([true, false])
  vi.advanceTimersByTime(999)
  expect(every.isDue()).toBe(false)
  expect(every.isDue(500)).toBe(true)
  vi.advanceTimersByTime(1000)
  expect([every.isDue(), every.isDue()]).toEqual([true, false])
})

it('is due after its pause, though the clock was set back by a year meanwhile', () => {
  const every = new Every(1000)
  every.isDue()
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(Date.now() - 365 * 24 * 3_600_000)
  expect(every.isDue()).toBe(true)
})
