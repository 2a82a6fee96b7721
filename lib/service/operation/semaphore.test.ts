import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Semaphore } from './semaphore'

/** Work that ends when it is told to, and a list of what has begun. */
function bench(semaphore: Semaphore) {
  const begun: string[] = []
  const run = (name: string) => {
    let resolve!: (name: string) => void
    let reject!: (error: Error) => void
    const promise = new Promise<string>((...settles) => ([resolve, reject] = settles))
    const work = vi.fn(() => {
      begun.push(name)
      return promise
    })
    const result = semaphore.run(work)
    result.catch(() => undefined)
    return { result, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { begun, run }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('semaphore', () => {
  it('lets so many work at a time, and the others after them in their order', async () => {
    const { begun, run } = bench(new Semaphore(2, () => 60_000))
    const [a, b, c, d] = [run('a'), run('b'), run('c'), run('d')]
    await settle()
    expect(begun).toEqual(['a', 'b'])
    b.end()
    expect(await b.result).toBe('b')
    await settle()
    expect(begun).toEqual(['a', 'b', 'c'])
    a.end()
    await settle()
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    c.end()
    d.end()
    expect([await c.result, await d.result]).toEqual(['c', 'd'])
  })

  it('hands its room on when work fails', async () => {
    const { begun, run } = bench(new Semaphore(1, () => 60_000))
    const [a, b] = [run('a'), run('b')]
    a.fail()
    await expect(a.result).rejects.toThrow('a')
    await settle()
    expect(begun).toEqual(['a', 'b'])
    b.end()
    await b.result
    const c = run('c')
    expect(begun).toEqual(['a', 'b', 'c'])
    c.end()
    await c.result
  })

  describe('that do not come in time', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    it('are 503, and passed over', async () => {
      const { begun, run } = bench(new Semaphore(1, () => 2000))
      const [a, b] = [run('a'), run('b')]
      vi.advanceTimersByTime(1999)
      const c = run('c')
      vi.advanceTimersByTime(1)
      await expect(b.result).rejects.toMatchObject({ code: 'unavailable' })
      a.end()
      await settle()
      expect(begun).toEqual(['a', 'c'])
      c.end()
      await c.result
      vi.advanceTimersByTime(10_000)
      const d = run('d')
      expect(begun).toEqual(['a', 'c', 'd'])
      d.end()
      await d.result
    })
  })
})
