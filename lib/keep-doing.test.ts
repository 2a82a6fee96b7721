import { describe, expect, it, vi } from 'vitest'
import { keepDoing, pause, untilStopped } from './keep-doing'
import { log } from './log'

/** Turns that end when they are told to. */
function turns() {
  const ends: (() => void)[] = []
  const turn = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  return { turn, end: () => ends.shift()?.() }
}

describe('what is done again and again', () => {
  it('begins at once, and never beside itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { turn, end } = turns()
    const stop = keepDoing(turn, { everyMs: 10, failed: 'no' })
    expect(turn).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(100)
    expect(turn).toHaveBeenCalledTimes(1)
    end()
    await expect
      .poll(() => {
        vi.advanceTimersByTime(10)
        return turn.mock.calls.length
      })
      .toBe(2)
    end()
    await stop()
  })

  it('begins later where it is told to', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    const turn = vi.fn(() => Promise.resolve())
    const stop = keepDoing(turn, { everyMs: 100, firstMs: 10, failed: 'no' })
    expect(turn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10)
    expect(turn).toHaveBeenCalledTimes(1)
    await stop()
    vi.advanceTimersByTime(1000)
    expect(turn).toHaveBeenCalledTimes(1)
    const last = keepDoing(turn, { everyMs: 100, firstMs: 100, failed: 'no' })
    vi.advanceTimersByTime(100)
    expect(turn).toHaveBeenCalledTimes(2)
    await last()
  })

  it('goes on after a turn that failed, and says so', async () => {
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    const turn = vi.fn(() => Promise.reject(new Error('away')))
    const stop = keepDoing(turn, { everyMs: 1, failed: 'it waits' })
    await expect.poll(() => turn.mock.calls.length).toBeGreaterThan(1)
    await stop()
    expect(warned.mock.calls[0]?.[1]).toBe('it waits')
  })

  it('is told that it is to stop, and is waited for', async () => {
    const seen: string[] = []
    const stop = keepDoing(
      async (signal) => {
        await pause(1e8, signal)
        seen.push('ended')
      },
      { everyMs: 1e8, failed: 'no' },
    )
    await stop()
    expect(seen).toEqual(['ended'])
  })
})

it('work that goes on until it is stopped is waited for', async () => {
  const seen: string[] = []
  const stop = untilStopped(async (signal) => {
    while (!signal.aborted) await pause(1e8, signal)
    seen.push('ended')
  })
  await Promise.all([stop(), stop()])
  expect(seen).toEqual(['ended'])
  // Stopped before it begins.
  await pause(1e8, AbortSignal.abort())
})
