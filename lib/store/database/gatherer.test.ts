import { describe, expect, it } from 'vitest'
import { Deadline } from './deadline'
import { Gatherer } from './gatherer'

interface Run {
  items: number[]
  finish(): void
  fail(error: Error): void
}

/** A gatherer whose runs end when the test says so; each doubles its items. */
function observed(options: ConstructorParameters<typeof Gatherer>[1]) {
  const runs: Run[] = []
  const begun: (() => void)[] = []
  const gatherer = new Gatherer<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, finish: () => resolve(items.map((item) => item * 2)), fail: reject })
        begun.shift()?.()
      }),
    options,
  )
  const nextRun = () => new Promise<void>((resolve) => begun.push(resolve))
  return { gatherer, runs, nextRun }
}

describe('Gatherer', () => {
  it('runs an item alone at once, and gives each its own result', async () => {
    const { gatherer, runs, nextRun } = observed({ maxInFlight: 1, maxBatch: 10 })
    const begun = nextRun()
    const results = Promise.all([gatherer.add(1), gatherer.add(2), gatherer.add(2)])
    await begun
    expect(runs.map((run) => run.items)).toEqual([[1, 2, 2]])
    runs[0]?.finish()
    expect(await results).toEqual([2, 4, 4])
  })

  it('holds what arrives meanwhile for the next run, no more than a batch at a time, in order', async () => {
    const { gatherer, runs, nextRun } = observed({ maxInFlight: 1, maxBatch: 2 })
    let begun = nextRun()
    const results = [gatherer.add(1)]
    await begun
    results.push(...[2, 3, 4].map((item) => gatherer.add(item)))
    for (const expected of [[2, 3], [4]]) {
      begun = nextRun()
      runs.at(-1)?.finish()
      await begun
      expect(runs.at(-1)?.items).toEqual(expected)
    }
    runs.at(-1)?.finish()
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8])
  })

  it('has several runs under way where that is allowed, and never more', async () => {
    const { gatherer, runs, nextRun } = observed({ maxInFlight: 2, maxBatch: 1 })
    const begun = [nextRun(), nextRun()]
    const results = [1, 2, 3].map((item) => gatherer.add(item))
    await Promise.all(begun)
    expect(runs.map((run) => run.items)).toEqual([[1], [2]])
    const third = nextRun()
    runs[1]?.finish()
    await third
    expect(runs[2]?.items).toEqual([3])
    runs[0]?.finish()
    runs[2]?.finish()
    expect(await Promise.all(results)).toEqual([2, 4, 6])
  })

  it('shares out what waits among the runs that may begin, where it is worth a run', async () => {
    const { gatherer, runs, nextRun } = observed({ maxInFlight: 3, maxBatch: 100, shareFrom: 4 })
    let begun = [nextRun(), nextRun(), nextRun()]
    const results = Array.from({ length: 14 }, (_, item) => gatherer.add(item))
    await Promise.all(begun)
    expect(runs.map((run) => run.items.length)).toEqual([5, 5, 4])
    for (const run of runs.slice()) run.finish()
    await Promise.all(results)
    begun = [nextRun(), nextRun()]
    const fewer = Array.from({ length: 6 }, (_, item) => gatherer.add(item))
    await Promise.all(begun)
    expect(runs.slice(3).map((run) => run.items.length)).toEqual([4, 2])
    for (const run of runs.slice(3)) run.finish()
    expect(await Promise.all(fewer)).toEqual([0, 2, 4, 6, 8, 10])
  })

  it('fails a batch as a whole, and goes on with the next', async () => {
    const { gatherer, runs, nextRun } = observed({ maxInFlight: 1, maxBatch: 10 })
    let begun = nextRun()
    const failed = Promise.allSettled([gatherer.add(1), gatherer.add(2)])
    await begun
    begun = nextRun()
    const good = gatherer.add(3)
    runs[0]?.fail(new Error('away'))
    expect((await failed).map((result) => result.status)).toEqual(['rejected', 'rejected'])
    await begun
    runs[1]?.finish()
    expect(await good).toBe(6)
  })

  it('fails what a run did not answer or threw at once, and goes on', async () => {
    const answers: (() => Promise<number[]>)[] = [
      () => Promise.resolve([]),
      () => {
        throw new Error('at once')
      },
      () => Promise.resolve([7]),
    ]
    const gatherer = new Gatherer<number, number>(() => answers.shift()?.() ?? Promise.resolve([]), {
      maxInFlight: 1,
      maxBatch: 1,
    })
    await expect(gatherer.add(1)).rejects.toThrow('item by item')
    await expect(gatherer.add(1)).rejects.toThrow('at once')
    expect(await gatherer.add(1)).toBe(7)
  })

  it('leaves out what waited past its deadline, and only that', async () => {
    const { gatherer, runs, nextRun } = observed({ maxInFlight: 1, maxBatch: 10 })
    let begun = nextRun()
    const first = gatherer.add(1)
    await begun
    const deadline = new Deadline(1)
    const late = gatherer.add(2, deadline)
    await expect(deadline.limit(late)).rejects.toThrow('longer than 1 ms')
    begun = nextRun()
    const punctual = gatherer.add(3, new Deadline(1))
    runs[0]?.finish()
    await begun
    expect(runs[1]?.items).toEqual([3])
    runs[1]?.finish()
    expect(await Promise.all([first, punctual])).toEqual([2, 6])
    await expect(late).rejects.toThrow('deadline')
  })
})
