import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InspectionQueue } from './inspection-queue'

/** A task that ends when it is told to. */
function task(queue: InspectionQueue, address: string | null) {
  let end: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (end = resolve))
  const state = { started: false, result: undefined as string | null | undefined }
  const done = queue
    .run(address, async () => {
      state.started = true
      await gate
      return 'inspected'
    })
    .then((result) => (state.result = result))
  return { state, done, end }
}

/** Lets everything that is ready go on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the queue of inspections', () => {
  it('lets two run and four wait, and turns away the seventh', async () => {
    const queue = new InspectionQueue(2, 4)
    const tasks = Array.from({ length: 7 }, (_, i) => task(queue, `address ${i}`))
    await settled()
    expect(tasks.map(({ state }) => state.started)).toEqual([true, true, false, false, false, false, false])
    expect(tasks[6]?.state.result).toBeNull()
    tasks[0]?.end()
    await settled()
    expect(tasks[2]?.state.started).toBe(true)
    for (const { end } of tasks) end()
    expect(await Promise.all(tasks.map(({ done }) => done))).toEqual([...Array<string>(6).fill('inspected'), null])
  })

  it('runs one at a time for each address, and lets others pass those who wait for themselves', async () => {
    const queue = new InspectionQueue(2, 4)
    const tasks = [task(queue, 'a'), task(queue, 'a'), task(queue, 'b')]
    await settled()
    expect(tasks.map(({ state }) => state.started)).toEqual([true, false, true])
    for (const { end } of tasks) end()
    expect(await Promise.all(tasks.map(({ done }) => done))).toEqual(['inspected', 'inspected', 'inspected'])
  })

  it('gives an address that waits nowhere the newest place of the one that waits most', async () => {
    const queue = new InspectionQueue(2, 4)
    const greedy = Array.from({ length: 6 }, () => task(queue, 'greedy'))
    const others = [task(queue, 'b'), task(queue, 'c')]
    await settled()
    expect(greedy.map(({ state }) => state.result)).toEqual([...Array<undefined>(4).fill(undefined), null, null])
    expect(others.map(({ state }) => state.started)).toEqual([true, false])
    for (const { end } of [...greedy, ...others]) end()
    expect(await Promise.all(others.map(({ done }) => done))).toEqual(['inspected', 'inspected'])
  })

  it('counts those without an address each for itself', async () => {
    const queue = new InspectionQueue(2, 0)
    const tasks = [task(queue, null), task(queue, null), task(queue, null)]
    await settled()
    expect(tasks.map(({ state }) => state.started)).toEqual([true, true, false])
    for (const { end } of tasks) end()
    await Promise.all(tasks.map(({ done }) => done))
  })

  it('goes on after a task that threw', async () => {
    const queue = new InspectionQueue(1, 1)
    const failing = queue.run('a', () => Promise.reject(new Error('broken')))
    const next = queue.run('a', () => Promise.resolve('inspected'))
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('inspected')
  })

  it('never runs more than it may nor two of one address, and answers everybody', async () => {
    const addresses = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(addresses, async (arrivals) => {
        const queue = new InspectionQueue(2, 4)
        const running: string[] = []
        const results = arrivals.map((address) =>
          queue.run(address, async () => {
            expect(running).not.toContain(address)
            running.push(address)
            expect(running.length).toBeLessThanOrEqual(2)
            await settled()
            running.splice(running.indexOf(address), 1)
            return true
          }),
        )
        const answered = await Promise.all(results)
        expect(answered.filter((answer) => answer === true).length).toBeGreaterThanOrEqual(Math.min(arrivals.length, 5))
      }),
      { numRuns: 100 },
    )
  })
})
