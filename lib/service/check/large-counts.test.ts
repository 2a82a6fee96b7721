import { expect, it } from 'vitest'
import { LargeCounts } from './large-counts'

it('counts small numbers each time', async () => {
  let count = 3
  const counts = new LargeCounts(() => Promise.resolve(count), { from: 10 })
  expect(await counts.get('a', 0)).toBe(3)
  count = 4
  expect(await counts.get('a', 1)).toBe(4)
})

it('keeps large ones for a while, each id its own', async () => {
  const stored = { a: 10, b: 20 }
  const counts = new LargeCounts((id) => Promise.resolve(stored[id as 'a' | 'b']), { from: 10, keepMs: 100 })
  expect([await counts.get('a', 0), await counts.get('b', 50)]).toEqual([10, 20])
  Object.assign(stored, { a: 11, b: 21 })
  expect([await counts.get('a', 99), await counts.get('b', 100)]).toEqual([10, 20])
  expect([await counts.get('a', 100), await counts.get('b', 150)]).toEqual([11, 21])
})

it('counts once for all who ask meanwhile', async () => {
  let asked = 0
  const counts = new LargeCounts(() => Promise.resolve(++asked), { from: 10 })
  expect(await Promise.all([counts.get('a', 0), counts.get('a', 1_000_000)])).toEqual([1, 1])
})

it('forgets a count that failed', async () => {
  let fails = true
  const counts = new LargeCounts(() => (fails ? Promise.reject(new Error('gone')) : Promise.resolve(5)))
  await expect(counts.get('a', 0)).rejects.toThrow('gone')
  fails = false
  expect(await counts.get('a', 0)).toBe(5)
})

it('gives the last large count while a newer one is made, and waits where there is none', async () => {
  const counted: ((count: number) => void)[] = []
  const counts = new LargeCounts(() => new Promise<number>((resolve) => counted.push(resolve)), {
    from: 10,
    keepMs: 100,
  })
  const first = counts.last('a', 0)
  counted[0]?.(10)
  expect([await first, await counts.last('a', 99)]).toEqual([10, 10])
  expect([await counts.last('a', 100), await counts.last('a', 5000)]).toEqual([10, 10])
  counted[1]?.(11)
  expect([await counts.get('a', 5001), await counts.last('a', 150)]).toEqual([11, 11])
  expect(counted).toHaveLength(2)
})

it('waits for a new count where the last one is older than it may be', async () => {
  const counted: ((count: number) => void)[] = []
  const counts = new LargeCounts(() => new Promise<number>((resolve) => counted.push(resolve)), {
    from: 10,
    keepMs: 100,
  })
  const first = counts.last('a', 0, 500)
  counted[0]?.(10)
  expect([await first, await counts.last('a', 500, 500)]).toEqual([10, 10])
  const later = counts.last('a', 501, 500)
  counted[1]?.(11)
  expect(await later).toBe(11)
})
