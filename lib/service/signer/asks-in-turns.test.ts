import { expect, it } from 'vitest'
import { AsksInTurns } from './asks-in-turns'

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
const KIB = 1024

/** The asks that were begun in each turn, by their place. */
async function begun(asks: readonly number[], turns: number): Promise<number[][]> {
  const queue = new AsksInTurns()
  const now: number[] = []
  asks.forEach((bytes, place) => void queue.turn(bytes).then(() => now.push(place)))
  const each: number[][] = []
  for (let turn = 0; turn < turns; turn += 1) {
    await nextTurn()
    each.push(now.splice(0))
  }
  return each
}

it.each([
  ['small ones together', [1, 1, 1], [[0, 1, 2]]],
  ['long ones one by one', [200 * KIB, 200 * KIB, 200 * KIB], [[0], [1], [2]]],
  ['as many as a turn has room for', [40 * KIB, 24 * KIB, 1, 64 * KIB, 1], [[0, 1], [2], [3], [4]]],
  ['a small one not before a long one that came first', [65 * KIB, 1, 65 * KIB, 1], [[0], [1], [2], [3]]],
])('begins %s', async (_, asks, expected) => {
  expect(await begun(asks, expected.length)).toEqual(expected)
})

it('begins what comes later in a later turn', async () => {
  const queue = new AsksInTurns()
  const first = queue.turn(1)
  await first
  let isBegun = false
  void queue.turn(1).then(() => (isBegun = true))
  await Promise.resolve()
  expect(isBegun).toBe(false)
  await nextTurn()
  expect(isBegun).toBe(true)
})
