import { describe, expect, it } from 'vitest'
import { StartedParts } from './started-parts'

const LONG_MS = 120_000
const LONG = { work: LONG_MS, ground: LONG_MS, database: LONG_MS, store: LONG_MS }
const never = () => new Promise<void>(() => undefined)

/** Parts that note when they are stopped. */
function noting(overMs: typeof LONG) {
  const parts = new StartedParts(overMs)
  const stopped: string[] = []
  const add = (layer: keyof typeof LONG, stop: () => Promise<unknown> = () => Promise.resolve()) =>
    parts.add(layer, () => {
      stopped.push(layer)
      return stop()
    })
  return { parts, stopped, add }
}

describe('parts that were started', () => {
  it('are stopped layer by layer, whatever the order of their start', async () => {
    const { parts, stopped, add } = noting(LONG)
    for (const layer of ['store', 'work', 'database', 'ground', 'work'] as const) add(layer)
    expect(await parts.takeDown()).toBe(0)
    expect(stopped).toEqual(['work', 'work', 'ground', 'database', 'store'])
  })

  it('of one layer are stopped at once: one that waits for the other holds nothing up', async () => {
    const { parts, stopped, add } = noting(LONG)
    let end: () => void = () => undefined
    const other = new Promise<void>((resolve) => (end = resolve))
    add('work', () => other)
    add('work', () => Promise.resolve(end()))
    add('store')
    expect(await parts.takeDown()).toBe(0)
    expect(stopped).toEqual(['work', 'work', 'store'])
  })

  it.each([
    ['work', 'work'],
    ['ground', 'ground'],
    ['work', 'ground'],
    ['database', 'store'],
  ] as const)(
    'are left behind where they hang (%s, %s), and the others are stopped all the same',
    async (...hanging) => {
      const { parts, stopped, add } = noting({ work: 0, ground: 0, database: 0, store: 0 })
      for (const layer of ['work', 'ground', 'database', 'store'] as const) add(layer)
      for (const layer of hanging) add(layer, never)
      expect(await parts.takeDown()).toBe(0)
      expect(stopped.toSorted()).toEqual(['database', 'ground', 'store', 'work', ...hanging].toSorted())
    },
  )

  it('say that one failed, also where another hangs', async () => {
    const { parts, add } = noting({ work: 0, ground: 0, database: 0, store: 0 })
    add('work', never)
    add('work', () => Promise.reject(new Error('made to fail')))
    expect(await parts.takeDown()).toBe(1)
  })

  it('of which one fails are stopped all the same, and the process ends with 1', async () => {
    const { parts, stopped, add } = noting(LONG)
    add('work', () => Promise.reject(new Error('made to fail')))
    parts.add('ground', () => {
      throw new Error('made to fail at once')
    })
    add('store')
    expect(await parts.takeDown()).toBe(1)
    expect(stopped).toEqual(['work', 'store'])
  })

  it('are stopped once, by whoever asks first; whoever asks again waits for the same', async () => {
    const { parts, stopped, add } = noting(LONG)
    add('work', () => Promise.reject(new Error('made to fail')))
    expect(await Promise.all([parts.takeDown(), parts.takeDown()])).toEqual([1, 1])
    expect(stopped).toEqual(['work'])
  })
})
