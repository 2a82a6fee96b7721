import { describe, expect, it } from 'vitest'
import { STATUS_LIST_LENGTH, statusIndex } from './status-index'

describe('statusIndex', () => {
  it('gives every index of a list exactly once', () => {
    const seen = new Uint8Array(STATUS_LIST_LENGTH)
    for (let position = 0; position < STATUS_LIST_LENGTH; position += 1) {
      const index = statusIndex('a seed', position)
      seen[index] = (seen[index] ?? 0) + 1
    }
    expect(seen.every((times) => times === 1)).toBe(true)
  })

  it('orders two lists differently', () => {
    const first = Array.from({ length: 50 }, (_, position) => statusIndex('one', position))
    const second = Array.from({ length: 50 }, (_, position) => statusIndex('two', position))
    expect(first.filter((index, position) => index === second[position]).length).toBeLessThan(5)
    expect(first).not.toEqual([...first].sort((a, b) => a - b))
  })

  it('refuses a position outside the list', () => {
    for (const position of [-1, STATUS_LIST_LENGTH, 0.5, Number.NaN]) {
      expect(() => statusIndex('a seed', position)).toThrow(RangeError)
    }
  })
})
