import { describe, expect, it } from 'vitest'
import { STATUS_LIST_LENGTH, statusIndexes } from './status-index'

describe('statusIndexes', () => {
  it.each(['a seed', 'another', ''])('gives every index of a list exactly once (%j)', (seed) => {
    const indexAt = statusIndexes(seed)
    const seen = new Uint8Array(STATUS_LIST_LENGTH)
    for (let position = 0; position < STATUS_LIST_LENGTH; position += 1) {
      const index = indexAt(position)
      seen[index] = (seen[index] ?? 0) + 1
    }
    expect(seen.every((times) => times === 1)).toBe(true)
  })

  it('gives the same index for the same seed and position, for ever: it is in what was signed', () => {
    const indexAt = statusIndexes('a seed')
    expect([0, 1, 2, 131_071].map(indexAt)).toEqual([21170, 72768, 50341, 125354])
  })

  it('spreads neighbours over the whole list', () => {
    const indexAt = statusIndexes('a seed')
    const eighths = new Set(
      Array.from({ length: 64 }, (_, position) => Math.floor((indexAt(position) * 8) / STATUS_LIST_LENGTH)),
    )
    expect(eighths.size).toBe(8)
  })

  it('orders two lists differently', () => {
    const first = Array.from({ length: 50 }, (_, position) => statusIndexes('one')(position))
    const second = Array.from({ length: 50 }, (_, position) => statusIndexes('two')(position))
    expect(first.filter((index, position) => index === second[position]).length).toBeLessThan(5)
    expect(first).not.toEqual([...first].sort((a, b) => a - b))
  })

  it('refuses a position outside the list', () => {
    for (const position of [-1, STATUS_LIST_LENGTH, 0.5, Number.NaN]) {
      expect(() => statusIndexes('a seed')(position)).toThrow(RangeError)
    }
  })
})
